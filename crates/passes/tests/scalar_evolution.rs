//! The expressions of values, the numbers of iterations of loops, and the passes that use them.

mod common;

use common::{check, read};
use lindworm_analysis::{Cfg, DominatorTree, Loops};
use lindworm_ir::uses::Uses;
use lindworm_ir::{Body, Module, Type, Value};
use lindworm_passes::{Assumption, Names, Query, ScalarEvolution};

struct BodyNames<'a>(&'a Module, &'a Body);

impl Names for BodyNames<'_> {
    fn value(&mut self, out: &mut String, value: Value) {
        let name = match value.as_global() {
            Some(global) => self.0[global].name(),
            None => self.1.name(value),
        };
        *out += &format!("%{}", String::from_utf8_lossy(name));
    }

    fn ty(&mut self, out: &mut String, ty: Type) {
        *out += &ty.display(self.0.context()).to_string();
    }
}

/// The expressions of named values of the only function, and the count of back edges of its first loop: exact and constant
/// maximum.
fn evolution(text: &str, names: &[&str]) -> (Vec<String>, [Option<String>; 2]) {
    let module = read(text);
    let function = module.functions().iter().copied().find(|&f| module.body(f).is_some()).unwrap();
    let body = module.body(function).unwrap();
    let cfg = Cfg::new(body);
    let dominators = DominatorTree::new(&cfg);
    let loops = Loops::new(&cfg, &dominators);
    let uses = Uses::new(body);
    let query = Query { can_use_undef: false, ..Query::of_body(&module, function, body, &uses) };
    let mut scev = ScalarEvolution::new(query, &cfg, &dominators, &loops);
    let mut printer = BodyNames(&module, body);
    let insts: Vec<Value> = body.blocks().flat_map(|block| body.insts(block)).map(Value::from).collect();
    let mut texts = Vec::new();
    for name in names {
        let value = *insts.iter().find(|&&value| body.name(value) == name.as_bytes()).unwrap();
        let s = scev.of(value);
        let mut out = String::new();
        scev.write(&mut out, &mut printer, s);
        texts.push(out);
    }
    let whole = loops.iter().next().map(|one| scev.backedge_taken(one).whole).unwrap_or_default();
    let counts = [whole.exact, whole.constant_max].map(|count| {
        count.map(|count| {
            let mut out = String::new();
            scev.write(&mut out, &mut printer, count);
            out
        })
    });
    (texts, counts)
}

/// A loop with the variable `%i` from `start` in steps, that goes on while `%i.next` compares with `%n`.
fn counted(start: &str, step: &str, flags: &str, compare: &str) -> String {
    format!(
        "define void @f(i32 %n, i32 %m) {{
entry:
  br label %loop
loop:
  %i = phi i32 [ {start}, %entry ], [ %i.next, %loop ]
  %twice = mul i32 %i, 2
  %shifted = add i32 %i, %m
  %i.next = add {flags} i32 %i, {step}
  %c = icmp {compare}
  br i1 %c, label %loop, label %exit
exit:
  ret void
}}"
    )
}

#[test]
fn sums_and_products_of_recurrences_are_recurrences() {
    let (texts, counts) = evolution(&counted("0", "1", "nuw nsw", "ult i32 %i.next, 10"), &["i", "twice", "shifted"]);
    assert_eq!(texts, ["{0,+,1}<nuw><nsw><%loop>", "{0,+,2}<nuw><nsw><%loop>", "{%m,+,1}<nw><%loop>"]);
    assert_eq!(counts, [Some("9".into()), Some("9".into())]);
}

#[test]
fn the_count_of_an_inequality_is_exact_modulo_the_width() {
    let (_, counts) = evolution(&counted("0", "1", "", "ne i32 %i.next, %n"), &[]);
    assert_eq!(counts, [Some("(-1 + %n)".into()), Some("-1".into())]);
    // The value is never reached: the step is even, the limit odd.
    let (_, counts) = evolution(&counted("0", "2", "", "ne i32 %i.next, 7"), &[]);
    assert_eq!(counts, [None, None]);
    let (_, counts) = evolution(&counted("0", "3", "", "ne i32 %i.next, 7"), &[]);
    // 3 * (count + 1) is 7 modulo 2^32.
    assert_eq!(counts[0], Some("-1431655764".into()));
}

#[test]
fn a_step_that_may_jump_over_the_limit_has_no_count() {
    let (_, counts) = evolution(&counted("0", "4", "", "ult i32 %i.next, %n"), &[]);
    assert_eq!(counts, [None, None]);
    let (_, counts) = evolution(&counted("0", "4", "nuw", "ult i32 %i.next, %n"), &[]);
    assert!(counts[0].is_some(), "the variable does not wrap");
}

#[test]
fn conditions_before_a_loop_bound_its_count() {
    let text = "define void @f(i32 %n) {
entry:
  %less = add i32 %n, -1
  %small = icmp ult i32 %less, 16
  br i1 %small, label %loop, label %exit
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %i.next = add i32 %i, 1
  %c = icmp ne i32 %i.next, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}";
    let (texts, counts) = evolution(text, &["i.next"]);
    assert_eq!(texts, ["{1,+,1}<nuw><nsw><%loop>"]);
    assert_eq!(counts, [Some("(-1 + %n)".into()), Some("15".into())]);
}

#[test]
fn a_limit_that_goes_down_is_met() {
    let text = "define void @f(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %limit = phi i32 [ 50, %entry ], [ %limit.next, %loop ]
  %i.next = add nuw nsw i32 %i, 4
  %limit.next = add nsw i32 %limit, -5
  %c = icmp slt i32 %i, %limit
  br i1 %c, label %loop, label %exit
exit:
  ret void
}";
    // 50 / 9, rounded up.
    assert_eq!(evolution(text, &[]).1, [Some("6".into()), Some("6".into())]);
}

#[test]
fn a_value_that_is_shifted_bounds_the_count_by_its_width() {
    let text = "define void @f(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %n, %entry ], [ %i.next, %loop ]
  %i.next = lshr i32 %i, 1
  %c = icmp ne i32 %i, 0
  br i1 %c, label %loop, label %exit
exit:
  ret void
}";
    assert_eq!(evolution(text, &[]).1, [None, Some("32".into())]);
}

#[test]
fn a_quotient_without_remainder_is_multiplied_back() {
    let text = "define i32 @f(i32 %n) {
  %x = mul i32 %n, 8
  %quotient = udiv i32 %x, 4
  %y = mul i32 %quotient, 4
  %odd = udiv i32 %n, 4
  %z = mul i32 %odd, 4
  ret i32 %y
}";
    assert_eq!(evolution(text, &["y", "z"]).0, ["(8 * %n)", "(4 * (%n /u 4))<nuw>"]);
}

#[test]
fn a_count_may_depend_on_the_assumption_that_a_variable_does_not_wrap() {
    let module = read(
        "define void @f(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %i.next, %loop ]
  %wide = zext i8 %i to i32
  %i.next = add i8 %i, 1
  %c = icmp ult i32 %wide, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}",
    );
    let function = module.functions()[0];
    let body = module.body(function).unwrap();
    let cfg = Cfg::new(body);
    let dominators = DominatorTree::new(&cfg);
    let loops = Loops::new(&cfg, &dominators);
    let uses = Uses::new(body);
    let query = Query::of_body(&module, function, body, &uses);
    let mut scev = ScalarEvolution::new(query, &cfg, &dominators, &loops);
    let of = loops.iter().next().unwrap();
    assert_eq!(scev.backedge_taken(of).whole.exact, None);
    let taken = scev.backedge_taken_if(of);
    assert_eq!(taken.whole.exact, Some(scev.of(Value::arg(0))));
    assert!(matches!(taken.assumptions[0][..], [Assumption::NoWrap { is_signed: false, .. }]));
}

#[test]
fn a_chain_of_operations_is_bounded() {
    let mut text = String::from("define i32 @f(i32 %a0, i32 %b) {\n");
    for i in 0..20_000 {
        text += &format!("  %a{} = {} i32 %a{i}, %b\n", i + 1, if i % 2 == 0 { "udiv" } else { "add" });
    }
    text += "  ret i32 %a20000\n}";
    assert_eq!(evolution(&text, &["a20000"]).0.len(), 1);
}

/// Each expression has the one before twice as an operand, within a loop and from loop to loop.
#[test]
fn expressions_that_double_are_bounded() {
    let mut text = String::from("define i32 @f(i32 %x0) {\nentry:\n  br label %loop0\n");
    for i in 0..40 {
        text += &format!(
            "loop{i}:
  %v{i} = phi i32 [ %x{i}, %{} ], [ %n{i}, %loop{i} ]
  %c{i} = icmp slt i32 %v{i}, 0
  %n{i} = add nsw i32 %v{i}, 1024
  br i1 %c{i}, label %loop{i}, label %exit{i}
exit{i}:
",
            if i == 0 { "entry".to_string() } else { format!("exit{}", i - 1) }
        );
        text += &format!("  %y{i}.0 = mul i32 %v{i}, %v{i}\n");
        for n in 1..40 {
            text += &format!("  %y{i}.{n} = mul i32 %y{i}.{}, %y{i}.{}\n", n - 1, n - 1);
        }
        text += &format!("  %x{} = add i32 %y{i}.39, %v{i}\n", i + 1);
        text += &match i {
            39 => "  ret i32 %x40\n}".to_string(),
            _ => format!("  br label %loop{}\n", i + 1),
        };
    }
    assert_eq!(evolution(&text, &["x40"]).0.len(), 1);
}

#[test]
fn indvars_replaces_the_last_value_and_known_comparisons() {
    check(
        "indvars",
        "define i32 @f() {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %small = icmp slt i32 %i, 100
  %x = zext i1 %small to i32
  call void @use(i32 %x)
  %i.next = add i32 %i, 1
  %c = icmp ne i32 %i.next, 10
  br i1 %c, label %loop, label %exit
exit:
  %last = phi i32 [ %i.next, %loop ]
  ret i32 %last
}
declare void @use(i32)",
        "define i32 @f() {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %x = zext i1 true to i32
  call void @use(i32 %x)
  %i.next = add nuw nsw i32 %i, 1
  %c = icmp ne i32 %i.next, 10
  br i1 %c, label %loop, label %exit
exit:
  ret i32 10
}
declare void @use(i32)",
    );
}

#[test]
fn indvars_makes_operations_on_non_negative_integers_unsigned() {
    check(
        "indvars",
        "define void @f(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %wide = sext i32 %i to i64
  %half = sdiv i32 %i, 2
  call void @use(i64 %wide, i32 %half)
  %i.next = add nuw nsw i32 %i, 1
  %c = icmp ne i32 %i.next, 1000
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
declare void @use(i64, i32)",
        "define void @f(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %wide = zext nneg i32 %i to i64
  %half = udiv i32 %i, 2
  call void @use(i64 %wide, i32 %half)
  %i.next = add nuw nsw i32 %i, 1
  %c = icmp ne i32 %i.next, 1000
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
declare void @use(i64, i32)",
    );
}

#[test]
fn loop_deletion_knows_that_a_loop_with_an_unknown_bound_ends() {
    check(
        "loop-deletion",
        &counted("0", "1", "nsw", "slt i32 %i.next, %n"),
        "define void @f(i32 %n, i32 %m) {
entry:
  br label %exit
exit:
  ret void
}",
    );
}

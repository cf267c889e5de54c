//! `instsimplify`, `early-cse` and `simplifycfg`: what goes in, and what comes out.

mod common;

use common::{check, run};

/// What an expression of `%x`, `%y` and `%c` simplifies to: the lines of a function whose last one defines `%r`.
#[track_caller]
fn simplifies(ty: &str, lines: &str, to: &str) {
    let function = |lines: &str, value: &str| {
        format!(
            "declare i8 @llvm.abs.i8(i8, i1)\ndefine {ty} @f(i8 %x, i8 %y, i1 %c, ptr %p) {{\n{lines}\nret {ty} {value}\n}}"
        )
    };
    check("instsimplify", &function(lines, "%r"), &function("", to));
}

#[test]
fn rules_simplify_instructions() {
    simplifies("i8", "%r = add i8 %x, 0", "%x");
    simplifies("i8", "%r = add i8 0, %x", "%x");
    simplifies("i8", "%a = sub i8 %y, %x\n%r = add i8 %x, %a", "%y");
    simplifies("i8", "%a = xor i8 %x, -1\n%r = and i8 %a, %x", "0");
    simplifies("i8", "%a = and i8 %x, %y\n%r = or i8 %y, %a", "%y");
    simplifies("i8", "%r = sdiv i8 %x, 0", "poison");
    simplifies("i1", "%a = urem i8 %x, %y\n%r = icmp uge i8 %a, %y", "false");
    simplifies("i8", "%a = mul nuw i8 %x, %y\n%r = udiv i8 %a, %y", "%x");
}

#[test]
fn extremes_of_undef_are_folded_and_of_signaling_nans_are_not() {
    let text = |result: &str| {
        format!(
            "declare <3 x i8> @llvm.smax.v3i8(<3 x i8>, <3 x i8>)\ndeclare float @llvm.minnum.f32(float, float)\n\
             define <3 x i8> @f() {{\n{result}\n}}\n\
             define float @g() {{\n%r = call float @llvm.minnum.f32(float 1.0, float 0x7FF4000000000000)\nret float %r\n}}"
        )
    };
    let call =
        "%r = call <3 x i8> @llvm.smax.v3i8(<3 x i8> <i8 poison, i8 undef, i8 1>, <3 x i8> <i8 undef, i8 1, i8 2>)";
    let before = text(&format!("{call}\nret <3 x i8> %r"));
    check("instsimplify", &before, &text("ret <3 x i8> <i8 poison, i8 127, i8 2>"));
}

#[test]
fn regrouping_finds_what_is_known() {
    simplifies("i8", "%a = add i8 %x, %y\n%r = sub i8 %a, %y", "%x");
    simplifies("i8", "%a = xor i8 %x, %y\n%r = xor i8 %a, %x", "%y");
    simplifies("i8", "%a = mul i8 %x, %y\n%b = and i8 %a, %x\n%r = or i8 %x, %b", "%x");
}

#[test]
fn known_bits_decide_masks_and_comparisons() {
    simplifies("i1", "%a = and i8 %x, 15\n%r = icmp ult i8 %a, 16", "true");
    simplifies("i1", "%a = or i8 %x, 1\n%r = icmp eq i8 %a, 0", "false");
    simplifies("i8", "%a = and i8 %x, 7\n%r = udiv i8 %a, 8", "0");
    simplifies("i8", "%r = call i8 @llvm.abs.i8(i8 -7, i1 false)", "7");
}

#[test]
fn selects_and_phis_that_are_one_value_go() {
    simplifies("i8", "%r = select i1 %c, i8 %x, i8 %x", "%x");
    simplifies("i8", "%e = icmp eq i8 %x, %y\n%r = select i1 %e, i8 %x, i8 %y", "%y");
    check(
        "instsimplify",
        "define i8 @f(i1 %c, i8 %x) {
         entry:
           br i1 %c, label %a, label %b
         a:
           br label %b
         b:
           %r = phi i8 [ %x, %entry ], [ %x, %a ]
           ret i8 %r
         }",
        "define i8 @f(i1 %c, i8 %x) {
         entry:
           br i1 %c, label %a, label %b
         a:
           br label %b
         b:
           ret i8 %x
         }",
    );
}

#[test]
fn loads_from_constants_are_what_stands_there() {
    check(
        "instsimplify",
        "@t = constant [2 x i16] [i16 258, i16 3]
         define i8 @f() {
           %p = getelementptr i8, ptr @t, i64 1
           %v = load i8, ptr %p
           ret i8 %v
         }",
        "define i8 @f() {
           ret i8 1
         }",
    );
}

#[test]
fn what_was_computed_before_is_not_computed_again() {
    check(
        "early-cse",
        "define i32 @f(i32 %x, i32 %y) {
           %a = add nsw i32 %x, %y
           %b = add i32 %y, %x
           %c = mul i32 %a, %b
           ret i32 %c
         }",
        "define i32 @f(i32 %x, i32 %y) {
           %a = add i32 %x, %y
           %c = mul i32 %a, %a
           ret i32 %c
         }",
    );
}

#[test]
fn memory_keeps_what_it_has_until_a_write() {
    check(
        "early-cse",
        "declare void @g()
         define i32 @f(ptr %p, i32 %x) {
           store i32 1, ptr %p
           store i32 %x, ptr %p
           %a = load i32, ptr %p
           call void @g()
           %b = load i32, ptr %p
           %c = load i32, ptr %p
           store i32 %b, ptr %p
           %d = add i32 %a, %b
           %e = add i32 %c, %d
           ret i32 %e
         }",
        "declare void @g()
         define i32 @f(ptr %p, i32 %x) {
           store i32 %x, ptr %p
           call void @g()
           %b = load i32, ptr %p
           %d = add i32 %x, %b
           %e = add i32 %b, %d
           ret i32 %e
         }",
    );
}

#[test]
fn behind_a_branch_its_condition_is_known() {
    check(
        "early-cse",
        "define i1 @f(i8 %x) {
           %c = icmp eq i8 %x, 3
           br i1 %c, label %a, label %b
         a:
           ret i1 %c
         b:
           %d = icmp eq i8 3, %x
           ret i1 %d
         }",
        "define i1 @f(i8 %x) {
           %c = icmp eq i8 %x, 3
           br i1 %c, label %a, label %b
         a:
           ret i1 true
         b:
           ret i1 false
         }",
    );
}

#[test]
fn branches_that_are_decided_go() {
    check(
        "simplifycfg",
        "define i32 @f(i32 %x) {
         entry:
           switch i32 2, label %a [ i32 2, label %b ]
         a:
           br label %end
         b:
           br label %end
         end:
           %r = phi i32 [ 1, %a ], [ %x, %b ]
           ret i32 %r
         }",
        "define i32 @f(i32 %x) {
         entry:
           ret i32 %x
         }",
    );
}

#[test]
fn a_cheap_diamond_is_a_select() {
    check(
        "simplifycfg",
        "define i32 @f(i1 %c, i32 %x, i32 %y) {
         entry:
           br i1 %c, label %a, label %b
         a:
           %s = add i32 %x, 1
           br label %end
         b:
           %t = sub i32 %y, 1
           br label %end
         end:
           %r = phi i32 [ %s, %a ], [ %t, %b ]
           ret i32 %r
         }",
        "define i32 @f(i1 %c, i32 %x, i32 %y) {
         entry:
           %s = add i32 %x, 1
           %t = sub i32 %y, 1
           %r = select i1 %c, i32 %s, i32 %t
           ret i32 %r
         }",
    );
}

#[test]
fn a_block_that_is_skipped_is_executed_always_if_it_is_cheap() {
    check(
        "simplifycfg",
        "define i32 @f(i1 %c, i32 %x) {
         entry:
           br i1 %c, label %a, label %end
         a:
           %s = add i32 %x, 1
           br label %end
         end:
           %r = phi i32 [ %s, %a ], [ %x, %entry ]
           ret i32 %r
         }",
        "define i32 @f(i1 %c, i32 %x) {
         entry:
           %s = add i32 %x, 1
           %spec.select = select i1 %c, i32 %s, i32 %x
           ret i32 %spec.select
         }",
    );
}

#[test]
fn a_division_is_not_executed_where_it_was_not() {
    let text = "define i32 @f(i1 %c, i32 %x, i32 %y) {
         entry:
           br i1 %c, label %a, label %end
         a:
           %s = udiv i32 %x, %y
           br label %end
         end:
           %r = phi i32 [ %s, %a ], [ %x, %entry ]
           ret i32 %r
         }";
    check("simplifycfg", text, text);
}

#[test]
fn what_leads_to_unreachable_is_assumed_not_to() {
    check(
        "simplifycfg",
        "define void @f(i1 %c, ptr %p) {
         entry:
           br i1 %c, label %a, label %b
         a:
           store i32 0, ptr %p
           unreachable
         b:
           store i32 1, ptr %p
           ret void
         }",
        "define void @f(i1 %c, ptr %p) {
         entry:
           %0 = xor i1 %c, true
           call void @llvm.assume(i1 %0)
           store i32 1, ptr %p
           ret void
         }",
    );
}

#[test]
fn branches_to_one_block_are_one_branch() {
    check(
        "simplifycfg",
        "declare void @g()
         define void @f(i1 %a, i8 %x) {
         entry:
           br i1 %a, label %next, label %end
         next:
           %b = icmp eq i8 %x, 0
           br i1 %b, label %do, label %end
         do:
           call void @g()
           br label %end
         end:
           call void @g()
           ret void
         }",
        "declare void @g()
         define void @f(i1 %a, i8 %x) {
         entry:
           %b = icmp eq i8 %x, 0
           %or.cond = select i1 %a, i1 %b, i1 false
           br i1 %or.cond, label %do, label %end
         do:
           call void @g()
           br label %end
         end:
           call void @g()
           ret void
         }",
    );
}

#[test]
fn parts_of_a_variable_become_values() {
    check(
        "sroa",
        "define i32 @f(i32 %x, float %y) {
           %p = alloca { i32, float }
           %second = getelementptr i8, ptr %p, i64 4
           store i32 %x, ptr %p
           store float %y, ptr %second
           %a = load i32, ptr %p
           %b = load float, ptr %second
           %c = fptosi float %b to i32
           %d = add i32 %a, %c
           ret i32 %d
         }",
        "define i32 @f(i32 %x, float %y) {
           %c = fptosi float %y to i32
           %d = add i32 %x, %c
           ret i32 %d
         }",
    );
}

#[test]
fn a_part_of_an_integer_in_memory_is_extracted_and_inserted() {
    check(
        "sroa",
        "define i16 @f(float %x, i8 %y) {
           %p = alloca i32
           store float %x, ptr %p
           %q = getelementptr i8, ptr %p, i64 1
           store i8 %y, ptr %q
           %v = load i16, ptr %p
           ret i16 %v
         }",
        "define i16 @f(float %x, i8 %y) {
           %1 = bitcast float %x to i32
           %p.sroa.0.1.insert.ext = zext i8 %y to i32
           %p.sroa.0.1.insert.shift = shl i32 %p.sroa.0.1.insert.ext, 8
           %p.sroa.0.1.insert.mask = and i32 %1, -65281
           %p.sroa.0.1.insert.insert = or i32 %p.sroa.0.1.insert.mask, %p.sroa.0.1.insert.shift
           %2 = bitcast i32 %p.sroa.0.1.insert.insert to float
           %3 = bitcast float %2 to i32
           %p.sroa.0.0.extract.trunc = trunc i32 %3 to i16
           ret i16 %p.sroa.0.0.extract.trunc
         }",
    );
}

#[test]
fn a_transfer_of_bytes_is_split_where_another_access_ends() {
    check(
        "sroa",
        "define <2 x i16> @f(i64 %x) {
           %p = alloca i64
           store i64 %x, ptr %p
           %v = load <2 x i16>, ptr %p
           ret <2 x i16> %v
         }",
        "define <2 x i16> @f(i64 %x) {
           %p.sroa.0.0.extract.trunc = trunc i64 %x to i32
           %1 = bitcast i32 %p.sroa.0.0.extract.trunc to <2 x i16>
           %p.sroa.2.0.extract.shift = lshr i64 %x, 32
           %p.sroa.2.0.extract.trunc = trunc i64 %p.sroa.2.0.extract.shift to i32
           ret <2 x i16> %1
         }",
    );
}

#[test]
fn a_block_ends_where_going_on_is_undefined() {
    check(
        "simplifycfg",
        "define void @f(i1 %c, ptr %p) {
         entry:
           br i1 %c, label %a, label %b
         a:
           store i32 1, ptr null
           store i32 2, ptr %p
           ret void
         b:
           store i32 3, ptr %p
           ret void
         }",
        "define void @f(i1 %c, ptr %p) {
         entry:
           %0 = xor i1 %c, true
           call void @llvm.assume(i1 %0)
           store i32 3, ptr %p
           ret void
         }",
    );
}

#[test]
fn a_part_that_covers_its_variable_is_no_fragment() {
    let text = "define i32 @f() !dbg !4 {
           %a = alloca { i32, i32 }
           #dbg_declare(ptr %a, !7, !DIExpression(), !8)
           %b = getelementptr i8, ptr %a, i64 4
           store i32 1, ptr %a
           store i32 2, ptr %b
           %v = load i32, ptr %b
           ret i32 %v
         }
         !llvm.dbg.cu = !{!0}
         !llvm.module.flags = !{!2}
         !0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
         !1 = !DIFile(filename: \"f.c\", directory: \"/\")
         !2 = !{i32 2, !\"Debug Info Version\", i32 3}
         !4 = distinct !DISubprogram(name: \"f\", file: !1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
         !5 = !DISubroutineType(types: !6)
         !6 = !{}
         !7 = !DILocalVariable(name: \"x\", scope: !4, type: !9)
         !8 = !DILocation(line: 1, scope: !4)
         !9 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)";
    let text = common::text(&run("sroa", text));
    assert!(text.contains("#dbg_value(i32 1, !"), "{text}");
    assert!(!text.contains("fragment"), "{text}");
}

#[test]
fn a_phi_of_a_value_and_its_constant_becomes_the_value_unless_that_may_be_poison() {
    let text = "define i8 @f(i8 %x) {
         %s = sub nsw i8 0, %x
         %is = icmp eq i8 %x, -128
         br i1 %is, label %least, label %end
       least:
         br label %end
       end:
         %r = phi i8 [ -128, %least ], [ %s, %0 ]
         ret i8 %r
       }";
    assert!(common::text(&run("correlated-propagation", text)).contains("phi i8 [ -128"));
}

#[test]
fn a_switch_whose_condition_becomes_constant_while_cases_are_removed() {
    let text = "define void @f() {
         br label %loop
       loop:
         %p = phi i8 [ -1, %0 ], [ 0, %choose ]
         br label %choose
       choose:
         switch i8 %p, label %end [
           i8 0, label %choose
           i8 1, label %choose
           i8 2, label %loop
         ]
       end:
         ret void
       }";
    assert!(!common::text(&run("correlated-propagation", text)).contains("unreachable:"));
}

/// A function of `%x` and `%y` whose last value `%r` is a comparison that is known.
#[track_caller]
fn check_known(body: &str, result: bool) {
    let before = format!("define i1 @f(i8 %x, i8 %y) {{\n{body}  ret i1 %r\n}}");
    check("instsimplify", &before, &format!("define i1 @f(i8 %x, i8 %y) {{\n  ret i1 {result}\n}}"));
}

#[test]
fn bits_of_quotients_and_remainders() {
    let exact = "  %a = or i8 %x, 1\n  %b = or i8 %y, 1\n  %d = udiv exact i8 %a, %b\n  %m = and i8 %d, 1\n";
    check_known(&format!("{exact}  %r = icmp eq i8 %m, 0\n"), false);
    let signs = "  %n = and i8 %x, 127\n  %a = or i8 %n, 49\n  %b = or i8 %y, -64\n  %d = sdiv exact i8 %a, %b\n";
    check_known(&format!("{signs}  %r = icmp sgt i8 %d, -1\n"), false);
    let low = "  %a = or i8 %x, 2\n  %b = and i8 %y, -4\n  %d = urem i8 %a, %b\n  %m = and i8 %d, 2\n";
    check_known(&format!("{low}  %r = icmp eq i8 %m, 0\n"), false);
    let negative = "  %a = or i8 %x, -2\n  %b = and i8 %y, -4\n  %d = srem i8 %a, %b\n";
    check_known(&format!("{negative}  %r = icmp slt i8 %d, 0\n"), true);
}

#[test]
fn bits_of_saturated_sums_and_absolute_values() {
    let add = "  %a = or i8 %x, -128\n  %b = or i8 %y, -128\n  %s = call i8 @llvm.uadd.sat.i8(i8 %a, i8 %b)\n";
    check_known(&format!("{add}  %r = icmp eq i8 %s, -2\n"), false);
    let low = "  %m = and i8 %x, 15\n  %n = and i8 %y, 15\n  %a = or i8 %m, 17\n  %b = and i8 %n, -2\n  \
               %s = call i8 @llvm.ssub.sat.i8(i8 %a, i8 %b)\n  %l = and i8 %s, 1\n";
    check_known(&format!("{low}  %r = icmp eq i8 %l, 0\n"), false);
    let abs = "  %a = or i8 %x, -125\n  %s = call i8 @llvm.abs.i8(i8 %a, i1 true)\n  %l = and i8 %s, 2\n";
    check_known(&format!("{abs}  %r = icmp eq i8 %l, 2\n"), false);
    let exact = "  %a = lshr exact i8 6, %x\n  %l = and i8 %a, 2\n";
    check_known(&format!("{exact}  %r = icmp eq i8 %l, 0\n"), false);
    let shl = "  %a = shl i8 7, %x\n";
    check_known(&format!("{shl}  %r = icmp ugt i8 %a, -32\n"), false);
    let lowest = "  %n = sub i8 0, %x\n  %a = and i8 %n, %x\n";
    check_known(&format!("{lowest}  %r = icmp ugt i8 %a, -128\n"), false);
}

#[test]
fn values_that_are_not_zero_by_the_condition_of_a_select_or_branch() {
    let select = "  %n = or i8 %y, 1\n  %c = icmp sgt i8 %x, 3\n  %s = select i1 %c, i8 %x, i8 %n\n";
    check_known(&format!("{select}  %r = icmp eq i8 %s, 0\n"), false);
    check(
        "instsimplify",
        "define i1 @f(i8 %x, i8 %y) {
entry:
  %c = icmp ugt i8 %x, %y
  br i1 %c, label %t, label %f

t:
  %v = phi i8 [ %x, %entry ], [ -1, %f ]
  %r = icmp eq i8 %v, 0
  ret i1 %r

f:
  br label %t
}",
        "define i1 @f(i8 %x, i8 %y) {
entry:
  %c = icmp ugt i8 %x, %y
  br i1 %c, label %t, label %f

t:
  ret i1 false

f:
  br label %t
}",
    );
}

#[test]
fn recurrences_that_start_apart_stay_apart() {
    let text = |start: u8, step: &str, result: &str| {
        format!(
            "define i1 @f(i8 %n, i1 %c) {{
entry:
  br label %loop

loop:
  %a = phi i8 [ 1, %entry ], [ %p, %loop ]
  %b = phi i8 [ {start}, %entry ], [ %q, %loop ]
  %p = add i8 %a, %n
  %q = add i8 %b, {step}
  br i1 %c, label %loop, label %exit

exit:
  {result}
}}"
        )
    };
    let compared = "%r = icmp eq i8 %a, %b\n  ret i1 %r";
    check("instsimplify", &text(2, "%n", compared), &text(2, "%n", "ret i1 false"));
    check("instsimplify", &text(1, "%n", compared), &text(1, "%n", compared));
    check("instsimplify", &text(2, "1", compared), &text(2, "1", compared));
}

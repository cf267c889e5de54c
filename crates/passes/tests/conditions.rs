//! `instsimplify` with what is known from assumptions, branches, other conditions and single elements of vectors.

mod common;

use common::check;

const DECLARATIONS: &str = "declare void @llvm.assume(i1)\n\
    declare float @llvm.experimental.constrained.fadd.f32(float, float, metadata, metadata)\n\
    declare i8 @llvm.scmp.i8.i8(i8, i8)\n";

/// What the lines of a function, the last of which defines `%r`, are simplified to.
#[track_caller]
fn simplifies(ty: &str, lines: &str, to: &str) {
    let parameters = "i8 %x, i8 %y, i8 %z, <2 x i8> %v, <2 x i8> %w, ptr %p, float %f";
    let function = |text: &str| format!("{DECLARATIONS}define {ty} @f({parameters}) {{\n{text}\n}}");
    check("instsimplify", &function(&format!("{lines}\nret {ty} %r")), &function(to));
}

#[test]
fn an_assumption_holds_after_the_call() {
    simplifies(
        "i1",
        "%a = icmp ne i8 %x, 0\ncall void @llvm.assume(i1 %a)\n%r = icmp eq i8 %x, 0",
        "%a = icmp ne i8 %x, 0\ncall void @llvm.assume(i1 %a)\nret i1 false",
    );
    // The assumption must not prove itself.
    let own = "%r = icmp ne i8 %x, 0\ncall void @llvm.assume(i1 %r)";
    simplifies("i1", own, &format!("{own}\nret i1 %r"));
}

#[test]
fn a_branch_holds_in_the_block_that_it_leads_to() {
    let text = |inner: &str| {
        format!(
            "define i8 @f(i8 %x, i8 %y) {{\n%c = icmp eq i8 %x, %y\nbr i1 %c, label %same, label %other\n\
             same:\n{inner}\nother:\nret i8 1\n}}"
        )
    };
    check("instsimplify", &text("%r = sub i8 %x, %y\nret i8 %r"), &text("ret i8 0"));
    check("instsimplify", &text("%r = or i8 %x, %y\nret i8 %r"), &text("ret i8 %y"));
}

#[test]
fn one_condition_implies_another() {
    let compares = "%a = icmp ult i8 %x, 10\n%b = icmp ult i8 %x, 20";
    simplifies("i1", &format!("{compares}\n%r = and i1 %a, %b"), "%a = icmp ult i8 %x, 10\nret i1 %a");
    simplifies("i1", &format!("{compares}\n%r = or i1 %a, %b"), "%b = icmp ult i8 %x, 20\nret i1 %b");
    simplifies(
        "i1",
        "%s = add nuw i8 %y, 3\n%a = icmp ult i8 %s, %x\n%b = icmp ult i8 %y, %x\n%r = and i1 %a, %b",
        "%s = add nuw i8 %y, 3\n%a = icmp ult i8 %s, %x\nret i1 %a",
    );
}

#[test]
fn operands_of_commutative_operations_match_in_either_order_at_every_level() {
    for (inner, outer) in [("%x, %y", "%x, %a"), ("%y, %x", "%x, %a"), ("%x, %y", "%a, %x"), ("%y, %x", "%a, %x")] {
        simplifies("i8", &format!("%a = and i8 {inner}\n%r = or i8 {outer}"), "ret i8 %x");
        simplifies("i8", &format!("%a = mul nuw i8 {inner}\n%r = udiv i8 %a, %x"), "ret i8 %y");
    }
}

#[test]
fn the_bits_of_one_element_are_known() {
    simplifies(
        "i1",
        "%o = or <2 x i8> %v, <i8 1, i8 0>\n%e = extractelement <2 x i8> %o, i64 0\n%r = icmp eq i8 %e, 0",
        "ret i1 false",
    );
    let other = "%o = or <2 x i8> %v, <i8 1, i8 0>\n%e = extractelement <2 x i8> %o, i64 1\n%r = icmp eq i8 %e, 0";
    simplifies("i1", other, &format!("{other}\nret i1 %r"));
    simplifies(
        "<2 x i1>",
        "%o = or <2 x i8> %v, <i8 1, i8 2>\n%r = icmp ne <2 x i8> %o, zeroinitializer",
        "ret <2 x i1> splat (i1 true)",
    );
}

#[test]
fn a_select_of_equal_values_is_one_of_them() {
    simplifies(
        "i8",
        "%c = icmp eq i8 %x, 0\n%a = and i8 %x, 7\n%r = select i1 %c, i8 0, i8 %a",
        "%a = and i8 %x, 7\nret i8 %a",
    );
    // If %y is poison, %a is, but the select need not be.
    let kept = "%c = icmp eq i8 %x, 0\n%a = and i8 %x, %y\n%r = select i1 %c, i8 0, i8 %a";
    simplifies("i8", kept, &format!("{kept}\nret i8 %r"));
}

#[test]
fn a_shuffle_of_shuffles_may_leave_every_element_in_its_place() {
    simplifies(
        "<2 x i8>",
        "%a = shufflevector <2 x i8> %v, <2 x i8> %w, <2 x i32> <i32 1, i32 0>\n\
         %r = shufflevector <2 x i8> %a, <2 x i8> poison, <2 x i32> <i32 1, i32 0>",
        "ret <2 x i8> %v",
    );
}

#[test]
fn constrained_operations_are_simplified_in_their_environment() {
    let add = |mode: &str, exceptions: &str| {
        format!(
            "%r = call float @llvm.experimental.constrained.fadd.f32(float %f, float -0.0, metadata !\"{mode}\", \
             metadata !\"{exceptions}\")"
        )
    };
    simplifies("float", &add("round.tonearest", "fpexcept.ignore"), "ret float %f");
    // The sum of 0 and -0 is -0 if rounded downward.
    let kept = add("round.downward", "fpexcept.ignore");
    simplifies("float", &kept, &format!("{kept}\nret float %r"));
    // A signaling NaN raises an exception.
    let kept = add("round.tonearest", "fpexcept.strict");
    simplifies("float", &kept, &format!("{kept}\nret float %r"));
}

#[test]
fn three_way_comparisons_of_ordered_values_are_constants() {
    simplifies("i8", "%a = add nsw i8 %x, 1\n%r = call i8 @llvm.scmp.i8.i8(i8 %a, i8 %x)", "ret i8 1");
}

#[test]
fn conditions_about_two_recurrences_are_computed_without_each_other() {
    let function = "define i64 @f() {\n\
        br label %loop\n\
        loop:\n%i = phi i64 [ 0, %0 ], [ %i.next, %latch ]\n%j = phi i64 [ 0, %0 ], [ %j.next, %latch ]\n\
        %c = icmp ult i64 %i, %j\nbr i1 %c, label %then, label %exit\n\
        then:\n%d = icmp ult i64 %j, %i\nbr i1 %d, label %latch, label %exit\n\
        latch:\n%i.next = add nsw i64 %i, %j\n%j.next = add nsw i64 %j, %i\nbr label %loop\n\
        exit:\n%r = and i64 %i, 1\nret i64 %r\n}";
    let module = common::run("instcombine", function);
    assert!(common::functions(&module).contains(&"exit:".to_string()));
}

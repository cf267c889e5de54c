//! `instcombine`: what goes in, and what comes out.

mod common;

use lindworm_passes::Pipeline;

/// Checks what the pass makes of the definitions in a text. Declarations are added to both texts.
#[track_caller]
fn check(before: &str, after: &str) {
    let declarations = "declare i8 @llvm.umin.i8(i8, i8)\ndeclare i8 @llvm.abs.i8(i8, i1)\ndeclare void @use(ptr)\n";
    common::check("instcombine", &format!("{declarations}{before}"), &format!("{declarations}{after}"));
}

/// Checks what the pass makes of an expression of `%x`, `%y`, `%c` and `%p`, whose last line defines `%r`.
#[track_caller]
fn combines(ty: &str, lines: &str, to: &str) {
    let function = |lines: &str| {
        format!("define {ty} @f(i8 %x, i8 %y, i32 %w, i1 %c, i1 %d, ptr %p, i64 %i) {{\n{lines}\nret {ty} %r\n}}")
    };
    check(&function(lines), &function(to));
}

#[test]
fn rules_create_operations() {
    combines("i8", "%r = add i8 %x, %x", "%r = shl i8 %x, 1");
    combines("i8", "%r = add nsw i8 %x, %x", "%r = shl nsw i8 %x, 1");
    combines("i8", "%r = mul i8 %x, 16", "%r = shl i8 %x, 4");
    combines("i8", "%r = udiv i8 %x, 4", "%r = lshr i8 %x, 2");
    combines("i8", "%r = urem i8 %x, 8", "%r = and i8 %x, 7");
    combines("i8", "%r = sub i8 %x, 5", "%r = add i8 %x, -5");
    combines("i8", "%a = sub i8 0, %y\n%r = add i8 %x, %a", "%r = sub i8 %x, %y");
    combines("i8", "%a = lshr i8 %x, 3\n%r = shl i8 %a, 3", "%r = and i8 %x, -8");
    combines("i1", "%a = xor i8 %x, %y\n%r = icmp eq i8 %a, 0", "%r = icmp eq i8 %x, %y");
    combines("i1", "%a = and i8 %x, -128\n%r = icmp ne i8 %a, 0", "%r = icmp slt i8 %x, 0");
}

#[test]
fn constants_and_casts_are_right_of_other_operands() {
    combines("i8", "%r = and i8 7, %x", "%r = and i8 %x, 7");
    combines("i8", "%a = mul i8 %x, %x\n%r = add i8 %y, %a", "%a = mul i8 %x, %x\n%r = add i8 %y, %a");
    combines("i32", "%a = sext i8 %x to i32\n%r = add i32 %a, %w", "%a = sext i8 %x to i32\n%r = add i32 %w, %a");
    combines("i1", "%a = mul i8 %x, %x\n%r = icmp ult i8 %y, %a", "%a = mul i8 %x, %x\n%r = icmp ult i8 %y, %a");
}

#[test]
fn constants_of_an_associative_expression_are_added_up() {
    combines("i8", "%a = add i8 %x, 3\n%r = add i8 %a, 4", "%r = add i8 %x, 7");
    combines("i8", "%a = add nsw i8 %x, 3\n%r = add nsw i8 %a, 4", "%r = add nsw i8 %x, 7");
    combines("i8", "%a = add nsw i8 %x, 100\n%r = add nsw i8 %a, 100", "%r = add i8 %x, -56");
}

#[test]
fn comparisons_with_constants_are_strict() {
    combines("i1", "%r = icmp ule i8 %x, 4", "%r = icmp ult i8 %x, 5");
    combines("i1", "%r = icmp sge i8 %x, 4", "%r = icmp sgt i8 %x, 3");
    combines("i1", "%r = icmp ult i8 %x, 1", "%r = icmp eq i8 %x, 0");
}

#[test]
fn comparisons_of_one_value_are_one_comparison() {
    let tests = "%a = icmp eq i8 %x, 4\n%b = icmp eq i8 %x, 5\n%r = or i1 %a, %b";
    combines("i1", tests, "%1 = and i8 %x, -2\n%r = icmp eq i8 %1, 4");
    let tests = "%a = icmp ugt i8 %x, 4\n%b = icmp ult i8 %x, 9\n%r = and i1 %a, %b";
    combines("i1", tests, "%1 = add i8 %x, -5\n%r = icmp ult i8 %1, 4");
}

#[test]
fn expressions_are_computed_in_the_type_that_they_are_cast_to() {
    let wide = "%a = zext i8 %x to i32\n%b = zext i8 %y to i32\n%s = xor i32 %a, %b\n%t = trunc i32 %s to i8\n%r = mul i8 %t, %t";
    combines("i8", wide, "%1 = xor i8 %x, %y\n%r = mul i8 %1, %1");
    combines("i32", "%a = trunc i32 %w to i8\n%r = zext i8 %a to i32", "%r = and i32 %w, 255");
}

#[test]
fn only_demanded_bits_are_computed() {
    combines("i8", "%a = or i8 %x, 16\n%r = and i8 %a, 15", "%r = and i8 %x, 15");
    combines(
        "i8",
        "%a = and i8 %x, 127\n%t = shl i8 %a, 1\n%r = udiv i8 %t, %y",
        "%1 = shl i8 %x, 1\n%r = udiv i8 %1, %y",
    );
    combines("i8", "%a = add nsw i8 %x, 16\n%r = and i8 %a, 7", "%r = and i8 %x, 7");
}

#[test]
fn selects_become_casts_minima_and_absolute_values() {
    combines("i8", "%r = select i1 %c, i8 1, i8 0", "%r = zext i1 %c to i8");
    combines("i8", "%r = select i1 %c, i8 -1, i8 0", "%r = sext i1 %c to i8");
    let minimum = "%a = icmp ult i8 %x, %y\n%r = select i1 %a, i8 %x, i8 %y";
    combines("i8", minimum, "%r = call i8 @llvm.umin.i8(i8 %x, i8 %y)");
    let absolute = "%a = icmp slt i8 %x, 0\n%n = sub nsw i8 0, %x\n%r = select i1 %a, i8 %n, i8 %x";
    combines("i8", absolute, "%r = call i8 @llvm.abs.i8(i8 %x, i1 true)");
    let not = "%n = xor i1 %c, true\n%r = select i1 %n, i8 %x, i8 %y";
    combines("i8", not, "%r = select i1 %c, i8 %y, i8 %x");
}

#[test]
fn operations_move_into_selects_of_constants() {
    combines("i8", "%a = select i1 %c, i8 3, i8 4\n%r = add i8 %a, 1", "%r = select i1 %c, i8 4, i8 5");
}

#[test]
fn operations_move_out_of_phis() {
    let before = "define i8 @f(i1 %c, i8 %x, i8 %y) {\nbr i1 %c, label %t, label %e\nt:\n%a = add i8 %x, 9\nbr label %j\ne:\n\
         %b = add i8 %y, 9\nbr label %j\nj:\n%r = phi i8 [ %a, %t ], [ %b, %e ]\nret i8 %r\n}";
    let after = "define i8 @f(i1 %c, i8 %x, i8 %y) {\nbr i1 %c, label %t, label %e\nt:\nbr label %j\ne:\nbr label %j\nj:\n\
         %r.in = phi i8 [ %x, %t ], [ %y, %e ]\n%r = add i8 %r.in, 9\nret i8 %r\n}";
    check(before, after);
}

#[test]
fn address_computations_have_one_index() {
    combines("ptr", "%r = getelementptr i32, ptr %p, i64 3", "%r = getelementptr i8, ptr %p, i64 12");
    combines("ptr", "%r = getelementptr [9 x i32], ptr %p, i64 0, i64 %i", "%r = getelementptr i32, ptr %p, i64 %i");
    let two = "%a = getelementptr inbounds i32, ptr %p, i64 3\n%r = getelementptr inbounds i8, ptr %a, i64 2";
    combines("ptr", two, "%r = getelementptr inbounds nuw i8, ptr %p, i64 14");
    let sum = "%a = add i64 %i, 2\n%r = getelementptr i32, ptr %p, i64 %a";
    combines("ptr", sum, "%1 = getelementptr i32, ptr %p, i64 %i\n%r = getelementptr i8, ptr %1, i64 8");
}

#[test]
fn stored_values_are_not_loaded_and_overwritten_ones_not_stored() {
    let function = |lines: &str, result: &str| format!("define i8 @f(i8 %x, ptr %p) {{\n{lines}\nret i8 {result}\n}}");
    check(&function("store i8 %x, ptr %p\n%r = load i8, ptr %p", "%r"), &function("store i8 %x, ptr %p", "%x"));
    check(&function("store i8 1, ptr %p\nstore i8 %x, ptr %p", "0"), &function("store i8 %x, ptr %p", "0"));
}

#[test]
fn unread_allocas_are_removed() {
    check("define void @f() {\n%a = alloca i32\nstore i32 5, ptr %a\nret void\n}", "define void @f() {\nret void\n}");
}

#[test]
fn conditions_of_branches_are_canonical() {
    let function = |test: &str, name: &str, a: &str, b: &str| {
        format!(
            "define i8 @f(i8 %x) {{\n%{name} = icmp {test} i8 %x, 7\nbr i1 %{name}, label %{a}, label %{b}\na:\nret i8 1\nb:\nret i8 2\n}}"
        )
    };
    check(&function("ne", "c", "a", "b"), &function("eq", "c.not", "b", "a"));
}

#[test]
fn instructions_move_to_the_only_block_that_uses_them() {
    let function = |before: &str, inside: &str| {
        format!(
            "define i8 @f(i1 %c, i8 %x) {{\n{before}\nbr i1 %c, label %a, label %b\na:\n{inside}\nret i8 %m\nb:\nret i8 2\n}}"
        )
    };
    let multiply = "%m = mul i8 %x, %x";
    check(&function(multiply, ""), &function("", multiply));
}

#[test]
fn parameters_are_checked() {
    let error = |text: &str| Pipeline::parse(text).err();
    assert_eq!(error("instcombine<no-verify-fixpoint;max-iterations=1>"), None);
    assert!(error("instcombine<max-iterations=x>").is_some());
    assert!(error("instcombine<fast>").is_some());
}

#[test]
fn subtracted_expressions_are_negated() {
    combines("i8", "%a = sub i8 %x, %y\n%r = sub i8 7, %a", "%a.neg = sub i8 %y, %x\n%r = add i8 %a.neg, 7");
    combines(
        "i8",
        "%a = sdiv i8 %x, 3\n%b = sub i8 0, %a\n%r = xor i8 %b, %y",
        "%a.neg = sdiv i8 %x, -3\n%r = xor i8 %a.neg, %y",
    );
    combines(
        "i8",
        "%a = shl i8 %x, 3\n%b = sub i8 0, %a\n%r = xor i8 %b, %y",
        "%a.neg = mul i8 %x, -8\n%r = xor i8 %a.neg, %y",
    );
}

#[test]
fn inverted_expressions_lose_their_not() {
    combines("i8", "%n = xor i8 %y, -1\n%a = add i8 %x, %n\n%r = xor i8 %a, -1", "%r = sub i8 %y, %x");
    combines(
        "i1",
        "%a = icmp eq i8 %x, %y\n%b = icmp ult i32 %w, 9\n%l = and i1 %a, %b\n%n = xor i1 %l, true\n%r = xor i1 %n, %c",
        "%a = icmp ne i8 %x, %y\n%b = icmp ugt i32 %w, 8\n%l.not = or i1 %a, %b\n%r = xor i1 %l.not, %c",
    );
}

#[test]
fn counts_of_bits_have_a_range() {
    let check = |before: &str, after: &str| {
        let declarations = "declare i8 @llvm.ctpop.i8(i8)\ndeclare i8 @llvm.cttz.i8(i8, i1)\n";
        common::check("instcombine", &format!("{declarations}{before}"), &format!("{declarations}{after}"));
    };
    check(
        "define i8 @f(i8 %x) {\n%a = and i8 %x, 7\n%r = call i8 @llvm.ctpop.i8(i8 %a)\nret i8 %r\n}",
        "define i8 @f(i8 %x) {\n%a = and i8 %x, 7\n%r = call range(i8 0, 4) i8 @llvm.ctpop.i8(i8 %a)\nret i8 %r\n}",
    );
    check(
        "define i8 @f(i8 %x) {\n%a = sub i8 0, %x\n%r = call i8 @llvm.cttz.i8(i8 %a, i1 true)\nret i8 %r\n}",
        "define i8 @f(i8 %x) {\n%r = call range(i8 0, 9) i8 @llvm.cttz.i8(i8 %x, i1 true)\nret i8 %r\n}",
    );
}

#[test]
fn an_overflow_bit_alone_is_a_comparison() {
    let check = |line: &str, after: &str| {
        let declarations = "declare { i8, i1 } @llvm.sadd.with.overflow.i8(i8, i8)\n";
        let before = format!(
            "define i1 @f(i8 %x) {{\n%a = call {{ i8, i1 }} @llvm.sadd.with.overflow.i8(i8 %x, i8 {line})\n%r = extractvalue {{ i8, i1 }} %a, 1\nret i1 %r\n}}"
        );
        let after = format!("define i1 @f(i8 %x) {{\n{after}\nret i1 %r\n}}");
        common::check("instcombine", &format!("{declarations}{before}"), &format!("{declarations}{after}"));
    };
    check("5", "%r = icmp sgt i8 %x, 122");
    check("-5", "%r = icmp slt i8 %x, -123");
}

#[test]
fn masks_of_bits_that_are_shifted_out_are_dropped() {
    combines("i8", "%m = lshr i8 -1, %y\n%a = and i8 %x, %m\n%r = shl i8 %a, %y", "%r = shl i8 %x, %y");
    combines(
        "i8",
        "%s = sub i8 6, %y\n%a = lshr i8 %x, %s\n%t = add i8 %y, -3\n%r = lshr i8 %a, %t",
        "%r = lshr i8 %x, 3",
    );
}

#[test]
fn products_with_powers_of_two_are_shifts() {
    combines(
        "i8",
        "%p2 = select i1 %c, i8 2, i8 8\n%r = mul i8 %x, %p2",
        "%1 = select i1 %c, i8 1, i8 3\n%r = shl i8 %x, %1",
    );
    combines("i8", "%p2 = shl i8 4, %y\n%r = udiv i8 %x, %p2", "%1 = add i8 %y, 2\n%r = lshr i8 %x, %1");
}

#[test]
fn sums_that_do_not_wrap_are_computed_in_the_narrow_type() {
    combines(
        "i32",
        "%a = ashr i8 %x, 1\n%b = ashr i8 %y, 2\n%e = sext i8 %a to i32\n%g = sext i8 %b to i32\n%r = add i32 %e, %g",
        "%a = ashr i8 %x, 1\n%b = ashr i8 %y, 2\n%1 = add nsw i8 %a, %b\n%r = sext i8 %1 to i32",
    );
}

#[test]
fn a_select_is_the_value_that_it_has_if_its_condition_makes_both_equal() {
    check(
        "define i8 @f(i8 %x) {\n%z = icmp eq i8 %x, 0\n%s = shl i8 %x, 1\n%r = select i1 %z, i8 0, i8 %s\nret i8 %r\n}",
        "define i8 @f(i8 %x) {\n%s = shl i8 %x, 1\nret i8 %s\n}",
    );
}

#[test]
fn a_stack_is_restored_to_a_save_that_was_stored() {
    let text = "declare void @use(ptr)\ndeclare void @llvm.stackrestore.p0(ptr)\n\
                define void @f(ptr %p, i64 %i) {\n%s = load ptr, ptr %p\ncall void @llvm.stackrestore.p0(ptr %s)\n\
                %a = alloca i8, i64 %i, align 1\ncall void @use(ptr nonnull %a)\nret void\n}";
    common::check("instcombine", text, text);
}

#[test]
fn a_truncation_of_ppc_fp128_is_done_before_the_sign_changes() {
    let function = |lines: &str| format!("define double @f(ppc_fp128 %x) {{\n{lines}\nret double %r\n}}");
    let before = function("%n = fneg ppc_fp128 %x\n%r = fptrunc ppc_fp128 %n to double");
    common::check("instcombine", &before, &function("%1 = fptrunc ppc_fp128 %x to double\n%r = fneg double %1"));
}

#[test]
fn a_mask_of_the_widest_integer_is_not_widened() {
    let function = |lines: &str| {
        format!(
            "define i8388608 @f(i8388608 %x, i8388608 %n, i8388608 %m) {{\n{lines}\n%r = shl i8388608 %b, %m\nret i8388608 %r\n}}"
        )
    };
    let before = function("%a = shl i8388608 %x, %n\n%b = lshr i8388608 %a, %n");
    common::check("instcombine", &before, &function("%1 = lshr i8388608 -1, %n\n%b = and i8388608 %1, %x"));
}

#[test]
fn an_odd_number_of_minus_ones_is_no_product_of_ones() {
    let text = "declare i32 @llvm.vector.reduce.mul.v3i32(<3 x i32>)\ndefine i32 @f(<3 x i1> %x) {\n\
                %s = sext <3 x i1> %x to <3 x i32>\n%r = call i32 @llvm.vector.reduce.mul.v3i32(<3 x i32> %s)\n\
                ret i32 %r\n}";
    common::check("instcombine", text, text);
}

#[test]
fn a_copy_to_null_has_no_bytes() {
    let declaration = "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n";
    let before =
        "define void @f(i64 %i) {\ncall void @llvm.memset.p0.i64(ptr null, i8 0, i64 %i, i1 false)\nret void\n}";
    let after = "declare void @llvm.assume(i1)\n\
                 define void @f(i64 %i) {\n%1 = icmp eq i64 %i, 0\ncall void @llvm.assume(i1 %1)\nret void\n}";
    common::check("instcombine", &format!("{declaration}{before}"), &format!("{declaration}{after}"));
}

#[test]
fn what_metadata_says_of_a_number_is_not_said_of_its_bits() {
    let before = "define i32 @f(ptr %p) {\n%a = load float, ptr %p, align 4, !invariant.load !0, !nofpclass !1\n\
                  %r = bitcast float %a to i32\nret i32 %r\n}\n!0 = !{}\n!1 = !{i32 3}\n";
    let after =
        "define i32 @f(ptr %p) {\n%a1 = load i32, ptr %p, align 4, !invariant.load !0\nret i32 %a1\n}\n!0 = !{}\n";
    common::check("instcombine", before, after);
}

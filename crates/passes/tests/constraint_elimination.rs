//! `constraint-elimination`: which comparisons follow from which facts.

mod common;

use common::check;

const DECLARATIONS: &str = "declare void @llvm.assume(i1)
declare void @use(i1)
declare i8 @llvm.umin.i8(i8, i8)
declare i8 @llvm.abs.i8(i8, i1)
declare i8 @llvm.scmp.i8.i8(i8, i8)
declare {i8, i1} @llvm.ssub.with.overflow.i8(i8, i8)
";

/// What remains of the result `%r` after `fact`, as a condition `%c`, was assumed.
#[track_caller]
fn follows(fact: &str, lines: &str, to: &str) {
    let function = |body: &str| {
        format!(
            "{DECLARATIONS}define i1 @f(i8 %x, i8 %y, i8 %z, i32 %w, ptr %p) {{\n{fact}\ncall void @llvm.assume(i1 %c)\n{body}\n}}"
        )
    };
    let before = function(&format!("{lines}\nret i1 %r"));
    let kept: Vec<&str> = lines.lines().filter(|line| !line.starts_with("%r")).collect();
    let after = match to {
        "%r" => before.clone(),
        to => function(&format!("{}\nret i1 {to}", kept.join("\n"))),
    };
    check("constraint-elimination", &before, &after);
}

#[test]
fn comparisons_are_transitive() {
    let fact = "%a = icmp ult i8 %x, %y\n%b = icmp ule i8 %y, %z\n%c = and i1 %a, %b";
    follows("%c = icmp ult i8 %x, %y", "%r = icmp ule i8 %x, %y", "true");
    follows("%c = icmp ult i8 %x, %y", "%r = icmp uge i8 %x, %y", "false");
    follows("%c = icmp ult i8 %x, %y", "%r = icmp ult i8 %x, %z", "%r");
    follows("%c = icmp slt i8 %x, %y", "%r = icmp sge i8 %x, %y", "false");
    follows("%c = icmp eq i8 %x, %y", "%r = icmp sge i8 %x, %y", "true");
    follows("%c = icmp ult i8 %x, %y", "%r = icmp ne i8 %x, %y", "true");
    // The parts of an assumed conjunction are no facts of their own.
    follows(fact, "%r = icmp ult i8 %x, %z", "%r");
}

#[test]
fn sums_are_compared_by_their_terms_unless_they_wrap() {
    follows("%c = icmp ult i8 %x, %y", "%a = add nuw i8 %x, 1\n%r = icmp ule i8 %a, %y", "true");
    follows("%c = icmp ult i8 %x, %y", "%a = add i8 %x, 1\n%r = icmp ule i8 %a, %y", "%r");
    follows("%c = icmp slt i8 %x, %y", "%a = add nsw i8 %x, 1\n%r = icmp sle i8 %a, %y", "true");
    follows("%c = icmp ugt i8 %x, 3", "%a = add i8 %x, -3\n%r = icmp ult i8 %a, %x", "true");
    follows("%c = icmp ult i8 %x, 10", "%a = shl nuw i8 %x, 1\n%r = icmp ult i8 %a, 19", "true");
    follows("%c = icmp ult i8 %x, 10", "%a = mul nuw i8 %x, 3\n%r = icmp ugt i8 %a, 27", "false");
    follows("%c = icmp ule i8 %x, %y", "%a = sub nuw i8 %y, %x\n%r = icmp ule i8 %a, %y", "true");
}

#[test]
fn casts_keep_the_integer() {
    follows(
        "%c = icmp ult i8 %x, %y",
        "%a = zext i8 %x to i32\n%b = zext i8 %y to i32\n%r = icmp ult i32 %a, %b",
        "true",
    );
    follows(
        "%c = icmp slt i8 %x, %y",
        "%a = sext i8 %x to i32\n%b = sext i8 %y to i32\n%r = icmp slt i32 %a, %b",
        "true",
    );
    follows("%c = icmp ult i32 %w, 7", "%a = trunc nuw i32 %w to i8\n%r = icmp ult i8 %a, 7", "true");
    follows("%c = icmp ult i32 %w, 7", "%a = trunc i32 %w to i8\n%r = icmp ult i8 %a, 7", "%r");
}

#[test]
fn signed_and_unsigned_facts_are_transferred() {
    follows("%c = icmp ult i8 %x, 10", "%r = icmp sge i8 %x, 0", "true");
    follows("%c = icmp samesign ult i8 %x, %y", "%r = icmp slt i8 %x, %y", "true");
    follows("%c = icmp ult i8 %x, %y", "%r = icmp slt i8 %x, %y", "%r");
}

#[test]
fn addresses_are_sums_if_they_do_not_wrap() {
    let lines = |flags: &str| {
        format!(
            "%a = getelementptr {flags} i32, ptr %p, i64 1\n%b = getelementptr {flags} i32, ptr %p, i64 2\n%r = icmp ult ptr %a, %b"
        )
    };
    follows("%c = icmp ult i8 %x, %y", &lines("nuw"), "true");
    follows("%c = icmp ult i8 %x, %y", &lines("inbounds"), "true");
    follows("%c = icmp ult i8 %x, %y", &lines(""), "%r");
}

#[test]
fn results_of_intrinsics_are_facts() {
    let fact = "%m = call i8 @llvm.umin.i8(i8 %x, i8 %y)\n%c = icmp ugt i8 %m, 5";
    follows(fact, "%r = icmp ugt i8 %x, 5", "true");
    let fact = "%m = call i8 @llvm.abs.i8(i8 %x, i1 true)\n%c = icmp sge i8 %x, 2";
    follows(fact, "%r = icmp sge i8 %m, 2", "true");
}

#[test]
fn calls_are_simplified() {
    let before = |line: &str, result: &str| {
        format!(
            "{DECLARATIONS}define i8 @f(i8 %x, i8 %y) {{\n%a = icmp sge i8 %x, %y\ncall void @llvm.assume(i1 %a)\n\
             %b = icmp sge i8 %y, 0\ncall void @llvm.assume(i1 %b)\n{line}\nret i8 {result}\n}}"
        )
    };
    let check = |line: &str, result: &str, new: &str, to: &str| {
        check("constraint-elimination", &before(line, result), &before(new, to));
    };
    check(
        "%s = call {i8, i1} @llvm.ssub.with.overflow.i8(i8 %x, i8 %y)\n%r = extractvalue {i8, i1} %s, 0",
        "%r",
        "%1 = sub nsw i8 %x, %y",
        "%1",
    );
    check("%r = call i8 @llvm.umin.i8(i8 %x, i8 %y)", "%r", "", "%y");
    check("%r = call i8 @llvm.scmp.i8.i8(i8 %y, i8 %x)", "%r", "%r = call i8 @llvm.scmp.i8.i8(i8 %y, i8 %x)", "%r");
}

#[test]
fn branches_and_switches_are_facts_of_the_blocks_they_guard() {
    let text = |in_yes: &str, in_no: &str, compares: &str| {
        format!(
            "{DECLARATIONS}define void @f(i8 %x, i8 %y) {{\n%c = icmp ult i8 %x, %y\nbr i1 %c, label %yes, label %no\n\
             yes:\n{compares}call void @use(i1 {in_yes})\nbr label %no\nno:\n{in_no}ret void\n}}"
        )
    };
    let at_join = "%j = icmp uge i8 %x, %y\ncall void @use(i1 %j)\n";
    check("constraint-elimination", &text("%r", at_join, "%r = icmp ule i8 %x, %y\n"), &text("true", at_join, ""));
    let text = |value: &str, compares: &str| {
        format!(
            "{DECLARATIONS}define void @f(i8 %x) {{\nswitch i8 %x, label %no [i8 3, label %three]\n\
             three:\n{compares}call void @use(i1 {value})\nret void\nno:\nret void\n}}"
        )
    };
    check("constraint-elimination", &text("%r", "%r = icmp ult i8 %x, 4\n"), &text("true", ""));
}

#[test]
fn one_part_of_a_conjunction_implies_another() {
    let text = |result: &str, lines: &str| {
        format!("define i1 @f(i8 %x) {{\n%a = icmp ult i8 %x, 4\n{lines}ret i1 {result}\n}}")
    };
    let before = text("%r", "%b = icmp ult i8 %x, 9\n%r = and i1 %a, %b\n");
    check("constraint-elimination", &before, &text("%a", "%b = icmp ult i8 %x, 9\n"));
}

#[test]
fn induction_variables_are_within_their_bounds() {
    let text = |value: &str, compare: &str| {
        format!(
            "{DECLARATIONS}define void @f(i8 %n) {{\nentry:\nbr label %head\n\
             head:\n%i = phi i8 [ 0, %entry ], [ %next, %body ]\n%end = icmp eq i8 %i, %n\nbr i1 %end, label %exit, label %body\n\
             body:\n{compare}call void @use(i1 {value})\n%next = add i8 %i, 1\nbr label %head\nexit:\nret void\n}}"
        )
    };
    check("constraint-elimination", &text("%r", "%r = icmp ult i8 %i, %n\n"), &text("true", ""));
}

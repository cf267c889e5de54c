//! What a module's summary says of it.

use lindworm_analysis::module_summary::summarize;
use lindworm_ir::Context;
use lindworm_ir::module::Linkage;
use lindworm_ir::summary::{
    Access, Allocation, AllocationContext, AllocationKind, CallSite, FunctionFlags, FunctionSummary, GlobalSummary,
    Guid, Hotness, SummaryIndex, SummaryKind, VariableSummary,
};

fn index(source: &str) -> SummaryIndex {
    let outcome = lindworm_text::read(&Context::new(), "m.ll", source.as_bytes(), &Default::default());
    summarize(&outcome.unwrap_or_else(|e| panic!("{}", e[0].message)).module)
}

fn summary<'i>(index: &'i SummaryIndex, name: &str) -> &'i GlobalSummary {
    &index.globals[&Guid::of_identifier(name.as_bytes())].summaries[0]
}

fn function<'i>(index: &'i SummaryIndex, name: &str) -> &'i FunctionSummary {
    let SummaryKind::Function(f) = &summary(index, name).kind else { panic!("{name} is no function") };
    f
}

fn variable<'i>(index: &'i SummaryIndex, name: &str) -> &'i VariableSummary {
    let SummaryKind::Variable(v) = &summary(index, name).kind else { panic!("{name} is no variable") };
    v
}

fn refs(index: &SummaryIndex, name: &str) -> Vec<(String, Access)> {
    let name_of = |guid| String::from_utf8_lossy(index.globals[guid].name.as_deref().unwrap_or_default()).into_owned();
    summary(index, name).refs.iter().map(|r| (name_of(&r.global), r.access)).collect()
}

#[test]
fn calls_are_edges_and_other_uses_references() {
    let index = index(
        "@a = external global ptr\n\
         declare void @g(ptr)\ndeclare void @h()\n\
         define void @f(ptr %p) {\n  call void @g(ptr @a)\n  tail call void @g(ptr @h)\n  call void %p()\n  ret void\n}",
    );
    let f = function(&index, "f");
    assert_eq!(f.instructions, 4);
    assert_eq!(f.calls.len(), 1);
    assert_eq!(f.calls[0].callee, Guid::of_identifier(b"g"));
    assert!(f.calls[0].tail);
    assert_eq!(refs(&index, "f"), [("a".into(), Access::Any), ("h".into(), Access::Any)]);
    assert_eq!(f.flags, FunctionFlags::HAS_UNKNOWN_CALL);
}

#[test]
fn what_is_only_loaded_or_only_stored_is_told_apart() {
    let index = index(
        "@r = global i32 0\n@w = global i32 0\n@b = global i32 0\n@v = global i32 0\n\
         define void @f() {\n  %x = load i32, ptr @r\n  store i32 1, ptr @w\n  %y = load i32, ptr @b\n  store i32 2, ptr @b\n  \
         %z = load volatile i32, ptr @v\n  ret void\n}",
    );
    let expected = [("v", Access::Any), ("b", Access::Any), ("r", Access::ReadOnly), ("w", Access::WriteOnly)];
    assert_eq!(refs(&index, "f"), expected.map(|(name, access)| (name.to_string(), access)));
}

#[test]
fn attributes_become_flags() {
    let index = index(
        "define void @f() memory(none) norecurse noinline nounwind {\n  ret void\n}\n\
         define noalias ptr @g() memory(read) alwaysinline {\n  unreachable\n}",
    );
    use FunctionFlags as F;
    assert_eq!(function(&index, "f").flags, F::READ_NONE | F::NO_RECURSE | F::NO_INLINE | F::NO_UNWIND);
    let flags = F::READ_ONLY | F::RETURN_DOES_NOT_ALIAS | F::ALWAYS_INLINE | F::MUST_BE_UNREACHABLE;
    assert_eq!(function(&index, "g").flags, flags);
}

#[test]
fn a_variable_refers_to_what_its_initializer_names() {
    let index = index(
        "@x = constant { ptr, ptr } { ptr @y, ptr getelementptr (i8, ptr @f, i64 1) }\n@y = weak global i32 0\ndeclare void @f()",
    );
    assert_eq!(refs(&index, "x"), [("y".into(), Access::Any), ("f".into(), Access::Any)]);
    assert!(variable(&index, "x").read_only && variable(&index, "x").constant && !variable(&index, "x").write_only);
    assert!(!variable(&index, "y").read_only);
}

#[test]
fn a_virtual_table_lists_its_functions_by_offset() {
    let index = index(
        "@t = constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr @f, ptr @__cxa_pure_virtual] }, !type !0\n\
         declare void @f()\ndeclare void @__cxa_pure_virtual()\n!0 = !{i64 16, !\"T\"}",
    );
    let functions = &variable(&index, "t").functions;
    assert_eq!(functions.len(), 1);
    assert_eq!((functions[0].function, functions[0].offset), (Guid::of_identifier(b"f"), 8));
    assert_eq!(index.compatible_vtables[&b"T"[..]][0].offset, 16);
}

#[test]
fn a_call_behind_a_type_test_is_virtual() {
    let index = index(
        "declare i1 @llvm.type.test(ptr, metadata)\ndeclare void @llvm.assume(i1)\n\
         define void @f(ptr %table) {\n  %t = call i1 @llvm.type.test(ptr %table, metadata !\"T\")\n  call void @llvm.assume(i1 %t)\n  \
         %slot = getelementptr [3 x ptr], ptr %table, i32 0, i32 2\n  %g = load ptr, ptr %slot\n  call void %g(ptr null, i32 7)\n  \
         call void %g(ptr null, ptr null)\n  ret void\n}\n\
         define i1 @test(ptr %table) {\n  %t = call i1 @llvm.type.test(ptr %table, metadata !\"T\")\n  ret i1 %t\n}",
    );
    let f = function(&index, "f");
    assert!(f.type_tests.is_empty());
    let [call] = &f.virtual_calls.assumed_const[..] else { panic!("{:?}", f.virtual_calls) };
    assert_eq!(
        (call.function.type_id, call.function.offset, &call.args[..]),
        (Guid::of_identifier(b"T"), 16, &[7][..])
    );
    assert_eq!(f.virtual_calls.assumed[0].offset, 16);
    assert_eq!(function(&index, "test").type_tests, [Guid::of_identifier(b"T")]);
}

#[test]
fn a_local_that_cannot_be_renamed_keeps_its_users_in_the_module() {
    let index = index(
        "@llvm.used = appending global [1 x ptr] [ptr @u], section \"llvm.metadata\"\n@u = internal global i32 0\n\
         define void @f() {\n  store i32 1, ptr @u\n  ret void\n}\ndefine void @g() {\n  ret void\n}",
    );
    assert!(summary(&index, "f").flags.not_eligible_to_import);
    assert!(!summary(&index, "g").flags.not_eligible_to_import);
    assert!(summary(&index, "llvm.used").flags.live);
}

#[test]
fn an_alias_names_what_it_stands_for() {
    let index = index("@a = alias i8, getelementptr (i8, ptr @b, i64 4)\n@b = global i64 0");
    assert_eq!(summary(&index, "a").kind, SummaryKind::Alias(Some(Guid::of_identifier(b"b"))));
}

#[test]
fn aliases_in_a_circle_are_left_out() {
    let source = "@a = alias i8, ptr @b\n@b = alias i8, ptr @a";
    assert!(index(source).globals.values().all(|g| g.summaries.is_empty()));
}

#[test]
fn what_every_user_has_itself_can_be_left_out_of_symbol_tables() {
    let index = index(
        "define linkonce_odr void @f() local_unnamed_addr {\n  ret void\n}\ndefine linkonce_odr void @g() {\n  ret void\n}\n\
         @v = linkonce_odr local_unnamed_addr global i32 0\n@c = linkonce_odr local_unnamed_addr constant i32 0\n\
         @u = linkonce_odr unnamed_addr global i32 0",
    );
    let can_auto_hide = ["f", "g", "v", "c", "u"].map(|name| summary(&index, name).flags.can_auto_hide);
    assert_eq!(can_auto_hide, [true, false, false, true, true]);
}

/// The flag of a profile in which counts from 100 on are hot, and those up to 1 cold.
fn with_profile(kind: &str, partial: bool, text: &str) -> String {
    let partial = if partial { "!{!\"IsPartialProfile\", i64 1}, " } else { "" };
    let counts = ["TotalCount", "MaxCount", "MaxInternalCount", "MaxFunctionCount", "NumCounts", "NumFunctions"];
    let counts: String = counts.iter().map(|name| format!("!{{!\"{name}\", i64 9}}, ")).collect();
    format!(
        "{text}\n!llvm.module.flags = !{{!100}}\n!100 = !{{i32 1, !\"ProfileSummary\", !{{!{{!\"ProfileFormat\", !\"{kind}\"}}, \
         {counts}{partial}!{{!\"DetailedSummary\", !{{!{{i32 10000, i64 500, i32 1}}, !{{i32 999000, i64 100, i32 2}}, \
         !{{i32 999999, i64 1, i32 3}}}}}}}}}}\n"
    )
}

const CALLS: &str = "declare void @a()\ndeclare void @b()\ndeclare void @c()\n\
    define void @f(i1 %x, ptr %p) !prof !0 {\n\
      call void @a(), !prof !2\n  br i1 %x, label %seldom, label %often, !prof !1\n\
    seldom:\n  call void @b()\n  call void %p(), !prof !3\n  ret void\n\
    often:\n  call void @c(), !prof !4\n  ret void\n}\n\
    define void @g() {\n  call void @a()\n  call void @a()\n  ret void\n}\n\
    !0 = !{!\"function_entry_count\", i64 110, i64 123}\n!1 = !{!\"branch_weights\", i32 1, i32 10}\n\
    !2 = !{!\"branch_weights\", i32 1}\n!3 = !{!\"VP\", i32 0, i64 200, i64 9, i64 150, i64 8, i64 50}\n\
    !4 = !{!\"branch_weights\", i32 100}";

fn edges(index: &SummaryIndex, name: &str) -> Vec<(u64, Hotness, u32)> {
    function(index, name).calls.iter().map(|c| (c.callee.0, c.hotness, c.relative_frequency)).collect()
}

#[test]
fn calls_are_as_hot_as_their_blocks_or_as_was_sampled() {
    use Hotness::{Cold, Critical, Hot, None, Unknown};
    let [a, b, c] = [b"a", b"b", b"c"].map(|name| Guid::of_identifier(name).0);
    let counted = index(&with_profile("InstrProf", false, CALLS));
    let targets = [(9, Hot, 0), (8, None, 0)];
    let imported = (123, Critical, 0);
    let expected = [(a, Hot, 0), (b, None, 0), targets[0], targets[1], (c, Hot, 0), imported];
    assert_eq!(edges(&counted, "f"), expected);
    assert_eq!(edges(&counted, "g"), [(a, Unknown, 512)]);
    assert_eq!(counted.block_count, 0);

    let sampled = index(&with_profile("SampleProfile", true, CALLS));
    let expected = [(a, Cold, 0), (b, Unknown, 23), targets[0], targets[1], (c, Hot, 0), imported];
    assert_eq!(edges(&sampled, "f"), expected);
    assert_eq!(sampled.block_count, 4);

    let alone = index(CALLS);
    assert_eq!(edges(&alone, "f")[..2], [(a, None, 0), (b, None, 0)]);
}

#[test]
fn tables_that_a_profile_names_are_read() {
    let index = index(
        "@t = global ptr null\n@s = global ptr null\n\
         define void @f(ptr %o) {\n  %v = load ptr, ptr %o, !prof !0\n  %w = load ptr, ptr %o, !prof !1\n\
           store ptr %v, ptr @s\n  ret void\n}\n\
         !0 = !{!\"VP\", i32 2, i64 3, i64 77, i64 3}\n!1 = !{!\"VP\", i32 2, i64 3, i64 78, i64 3}",
    );
    let refs: Vec<_> = summary(&index, "f").refs.iter().map(|r| (r.global.0, r.access)).collect();
    let s = Guid::of_identifier(b"s").0;
    assert_eq!(refs, [(77, Access::Any), (78, Access::ReadOnly), (s, Access::WriteOnly)]);
}

#[test]
fn what_module_assembler_defines_stays_in_the_module() {
    let index = index(
        "target triple = \"x86_64-unknown-linux-gnu\"\nmodule asm \"f: .globl g\"\nmodule asm \"g: v = 1\"\n\
         declare void @f()\ndeclare void @g()\n@v = external constant i32\n\
         define void @h() {\n  call void asm \"\", \"\"()\n  ret void\n}\n\
         define void @i() {\n  call void @f()\n  ret void\n}\ndefine void @j() {\n  call void @g()\n  ret void\n}",
    );
    let flags = |name| summary(&index, name).flags;
    assert!(flags("f").live && flags("f").not_eligible_to_import && flags("f").linkage == Linkage::Internal);
    assert_eq!(function(&index, "f").flags, FunctionFlags::MAY_THROW | FunctionFlags::HAS_UNKNOWN_CALL);
    assert!(variable(&index, "v").constant && flags("v").live);
    assert!(index.globals[&Guid::of_identifier(b"g")].summaries.is_empty());
    assert_eq!(["h", "i", "j"].map(|name| flags(name).not_eligible_to_import), [true, true, false]);
}

#[test]
fn what_was_seen_to_be_allocated() {
    let index = index(
        "declare ptr @new(i64)\ndeclare void @g()\n\
         define void @f() {\n  %p = call ptr @new(i64 8), !memprof !0, !callsite !5\n  call void @g(), !callsite !6\n  ret void\n}\n\
         !0 = !{!1, !3}\n!1 = !{!2, !\"cold\"}\n!2 = !{i64 9, i64 -7, i64 -7, i64 5}\n!3 = !{!4, !\"notcold\", !{i64 1, i64 2}}\n\
         !4 = !{i64 9, i64 6}\n!5 = !{i64 9}\n!6 = !{i64 3, i64 4}",
    );
    let f = function(&index, "f");
    let context = |kind, stack_ids: &[u64]| AllocationContext { kind, stack_ids: stack_ids.into() };
    let contexts =
        vec![context(AllocationKind::Cold, &[7u64.wrapping_neg(), 5]), context(AllocationKind::NotCold, &[6])];
    assert_eq!(f.allocations, [Allocation { versions: vec![AllocationKind::None], contexts }]);
    let callee = Some(Guid::of_identifier(b"g"));
    assert_eq!(f.call_sites, [CallSite { callee, clones: vec![0], stack_ids: vec![3, 4] }]);
}

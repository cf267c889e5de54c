//! Valid modules with rare properties: huge types, and operand bundles of intrinsics.

mod common;

/// The text of a module after passes. The module must be valid before and after.
#[track_caller]
fn after(passes: &str, text: &str) -> String {
    common::text(&common::run(passes, text))
}

#[test]
fn dead_arguments_beside_a_result_with_very_many_elements() {
    let text = after(
        "deadargelim",
        "declare [4294967295 x i8] @e()
         define internal [4294967295 x i8] @f([4294967295 x i8] %x, i8 %y) {
           ret [4294967295 x i8] %x
         }
         define internal i8 @g(i8 %x) {
           ret i8 %x
         }
         define [4294967295 x i8] @h([4294967295 x i8] %x) {
           %f = call [4294967295 x i8] @f([4294967295 x i8] %x, i8 1)
           %g = call i8 @g(i8 2)
           %r = insertvalue [4294967295 x i8] %f, i8 %g, 4294967294
           ret [4294967295 x i8] %r
         }",
    );
    assert!(text.contains("define internal i8 @g(i8 %x)"), "{text}");
    assert!(text.contains("call [4294967295 x i8] @f([4294967295 x i8] %x, i8 poison)"), "{text}");
}

#[test]
fn sizes_whose_number_of_bits_overflows() {
    let text = after(
        "sroa",
        "define i8 @f(i8 %x) {
           %a = alloca [2305843009213693953 x i8]
           %p = getelementptr i8, ptr %a, i64 2305843009213693952
           store i8 %x, ptr %p
           store i8 0, ptr %a
           %r = load i8, ptr %p
           ret i8 %r
         }",
    );
    assert!(text.contains("{\n  ret i8 %x\n}"), "{text}");
    let load = "define void @f(ptr %p) {\n  %a = load [2305843009213693953 x i8], ptr %p\n  ret void\n}\n";
    assert!(after("debugify", load).contains("#dbg_value([2305843009213693953 x i8] %a"));
}

#[test]
fn operand_bundles_of_an_intrinsic_demand_all_bits() {
    let text = "declare i32 @llvm.bswap.i32(i32)
         define i16 @f(i32 %x, i8 %y) {
           %b = and i8 %y, 15
           %r = call i32 @llvm.bswap.i32(i32 %x) [ \"tag\"(i8 %b) ]
           %t = trunc i32 %r to i16
           ret i16 %t
         }";
    assert!(after("bdce", text).contains("[ \"tag\"(i8 %b) ]"));
}

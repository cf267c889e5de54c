//! Stack protectors: an overflow of a variable ends the program before its function returns.

mod common;

use common::{compiled, has_cc, native};

/// A program that writes `count` bytes to a variable, in a function with `attribute`. It defines `__stack_chk_fail`, which ends the
/// program with status 7.
fn program(attribute: &str, variable: &str, count: u32, flags: &str) -> String {
    format!(
        r#"
@__stack_chk_guard = global i64 81985529216486895
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @exit(i32) noreturn
define void @__stack_chk_fail() noreturn {{
  call void @exit(i32 7)
  unreachable
}}
define void @fill(ptr %to, i32 %count) noinline {{
  %bytes = zext i32 %count to i64
  call void @llvm.memset.p0.i64(ptr %to, i8 65, i64 %bytes, i1 false)
  ret void
}}
define i32 @overflows(i32 %count) {attribute} {{
  %variable = alloca {variable}
  %other = alloca i32
  store i32 3, ptr %other
  call void @fill(ptr %variable, i32 %count)
  %three = load i32, ptr %other
  ret i32 %three
}}
define i32 @main() {{
  %r = call i32 @overflows(i32 {count})
  call void @exit(i32 %r)
  unreachable
}}
!llvm.module.flags = !{{{flags}}}
!0 = !{{i32 1, !"stack-protector-guard", !"global"}}
!1 = !{{i32 1, !"stack-protector-guard", !"tls"}}
!2 = !{{i32 1, !"stack-protector-guard-reg", !"fs"}}
!3 = !{{i32 1, !"stack-protector-guard-offset", i32 40}}
"#
    )
}

#[test]
fn overflows_of_protected_functions_are_found() {
    if !has_cc() {
        return;
    }
    // The copy of the guard is the first thing above the variable.
    for attribute in ["ssp", "sspstrong", "sspreq"] {
        for flags in ["", "!0", "!1, !2, !3"] {
            assert_eq!(native(&compiled(&program(attribute, "[16 x i8]", 16, flags))).1, 3, "{attribute} {flags}");
            assert_eq!(native(&compiled(&program(attribute, "[16 x i8]", 24, flags))).1, 7, "{attribute} {flags}");
        }
    }
}

#[test]
fn functions_are_protected_by_their_variables() {
    let is_protected = |attribute: &str, variable: &str| {
        let object = compiled(
            &program(attribute, variable, 16, "").replace("define void @__stack_chk_fail", "define void @own"),
        );
        object.windows(16).any(|name| name == b"__stack_chk_fail")
    };
    // Characters from 8 bytes on; with `sspstrong` any array, and any variable whose address is passed on.
    for (variable, weak, strong) in [
        ("[8 x i8]", true, true),
        ("{ i32, [8 x i8] }", true, true),
        ("[7 x i8]", false, true),
        ("[4 x i32]", false, true),
        ("i8, i32 8", true, true),
        ("i8, i32 7", false, true),
        ("i128", false, true),
    ] {
        assert_eq!(is_protected("ssp", variable), weak, "{variable}");
        assert_eq!(is_protected("sspstrong", variable), strong, "{variable}");
        assert!(is_protected("sspreq", variable));
        assert!(!is_protected("sspstrong safestack", variable));
    }
    assert!(!is_protected("\"no-protector\"", "[64 x i8]"));
}

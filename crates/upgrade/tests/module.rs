//! Old modules, as text: what is read, and what must come out.

use lindworm_ir::Context;
use lindworm_text::{ReadOptions, read, to_bytes};

/// Checks that these lines come out, in this order, maybe with others between.
#[track_caller]
fn check(source: &str, expected: &[&str]) {
    let Ok(outcome) = read(&Context::new(), "m", source.as_bytes(), &ReadOptions::default()) else {
        panic!("not read: {source}")
    };
    let text = String::from_utf8_lossy(&to_bytes(&outcome.module)).into_owned();
    let mut lines = text.lines().map(str::trim);
    for expected in expected {
        assert!(lines.any(|line| line == *expected), "{expected}\nis not (or not there) in\n{text}");
    }
}

#[test]
fn module_flags() {
    check(
        "!llvm.module.flags = !{!0, !1, !2, !3}\n!0 = !{i32 1, !\"PIC Level\", i32 2}\n!1 = !{i32 1, !\"PIE Level\", i32 2}\n\
         !2 = !{i32 1, !\"Objective-C Image Info Version\", i32 0}\n\
         !3 = !{i32 1, !\"Objective-C Garbage Collection\", i32 83953408}",
        &[
            "!llvm.module.flags = !{!0, !1, !2, !3, !4, !5, !6, !7}",
            "!0 = !{i32 8, !\"PIC Level\", i32 2}",
            "!1 = !{i32 7, !\"PIE Level\", i32 2}",
            "!3 = !{i32 1, !\"Objective-C Garbage Collection\", i8 0}",
            "!4 = !{i32 4, !\"Objective-C Class Properties\", i32 0}",
            "!5 = !{i32 1, !\"Swift ABI Version\", i32 7}",
            "!6 = !{i32 1, !\"Swift Major Version\", i8 5}",
            "!7 = !{i32 1, !\"Swift Minor Version\", i8 1}",
        ],
    );
}

#[test]
fn nvvm_annotations() {
    check(
        "define void @k(i32 %a, ptr %b) {\nret void\n}\n!nvvm.annotations = !{!0, !0, !1}\n\
         !0 = !{ptr @k, !\"kernel\", i32 1, !\"maxntidy\", i32 20, !\"other\", i32 3, !\"align\", i32 131088}\n\
         !1 = !{ptr @k, !\"maxnreg\", i32 9, !\"grid_constant\", !2}\n!2 = !{i32 1}",
        &[
            "define ptx_kernel void @k(i32 \"nvvm.grid_constant\" %a, ptr alignstack(16) %b) #0 {",
            "attributes #0 = { \"nvvm.maxnreg\"=\"9\" \"nvvm.maxntid\"=\"1,20\" }",
            "!nvvm.annotations = !{!0}",
            "!0 = !{ptr @k, !\"other\", i32 3}",
        ],
    );
}

#[test]
fn tbaa_tags_are_paths() {
    check(
        "define i32 @f(ptr %p) {\n%a = load i32, ptr %p, !tbaa !0\n%b = load i32, ptr %p, !tbaa !2\nret i32 %a\n}\n\
         !0 = !{!\"int\", !1}\n!1 = !{!\"root\"}\n!2 = !{!\"const\", !1, i64 1}",
        &[
            "%a = load i32, ptr %p, align 4, !tbaa !0",
            "%b = load i32, ptr %p, align 4, !tbaa !3",
            "!0 = !{!1, !1, i64 0}",
            "!1 = !{!\"int\", !2}",
            "!3 = !{!4, !4, i64 0, i64 1}",
            "!4 = !{!\"const\", !2}",
        ],
    );
}

#[test]
fn sections_of_categories_have_no_spaces() {
    check(
        "@c = global i32 0, section \"__DATA, __objc_catlist, regular, no_dead_strip\"",
        &["@c = global i32 0, section \"__DATA,__objc_catlist,regular,no_dead_strip\""],
    );
}

#[test]
fn callbr_takes_labels() {
    check(
        "define void @f(i32 %x) {\ncallbr void asm \"\", \"r,i,~{memory}\"(i32 %x, i8* blockaddress(@f, %b)) to label %a [label %b]\n\
         a:\nret void\nb:\nret void\n}",
        &["callbr void asm \"\", \"r,!i,~{memory}\"(i32 %x)"],
    );
}

#[test]
fn exclusive_accesses_say_what_they_access() {
    check(
        "declare i64 @llvm.aarch64.ldxr.p0i8(i8*)\ndefine i64 @f(ptr %p) {\n\
         %r = call i64 @llvm.aarch64.ldxr.p0i8(ptr %p)\nret i64 %r\n}",
        &["%r = call i64 @llvm.aarch64.ldxr.p0(ptr elementtype(i8) %p)"],
    );
}

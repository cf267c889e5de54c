//! How often blocks run: what `opt -passes='print<block-freq>'` of LLVM 22 says.

use std::fmt::Write;

use lindworm_analysis::BlockFrequencies;
use lindworm_ir::Context;

const TEXT: &str = "\
declare void @g()
declare void @c() cold
define void @profile(i1 %x) {
entry:
  br i1 %x, label %a, label %b, !prof !0
a:
  br label %b
b:
  ret void
}
define void @loops(i32 %n, ptr %p) {
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i.next, %latch ]
  br label %inner
inner:
  %z = load i32, ptr %p
  %neg = icmp slt i32 %z, 0
  br i1 %neg, label %rare, label %inner.latch
rare:
  br label %inner.latch
inner.latch:
  %more = icmp eq i32 %z, %n
  br i1 %more, label %inner, label %latch
latch:
  %i.next = add i32 %i, 1
  %done = icmp ugt i32 %i.next, %n
  br i1 %done, label %exit, label %outer
exit:
  ret void
}
define void @entries(i1 %x, i1 %y) {
entry:
  br i1 %x, label %a, label %b, !prof !0
a:
  br i1 %y, label %b, label %exit
b:
  br i1 %x, label %a, label %exit
exit:
  ret void
}
define void @seldom(i1 %x, i1 %y) {
entry:
  br i1 %x, label %cold, label %warm
cold:
  call void @c()
  br label %exit
warm:
  br i1 %y, label %never, label %exit
never:
  unreachable
exit:
  ret void
}
define void @forever(i1 %x) {
entry:
  br i1 %x, label %spin, label %exit
spin:
  br label %spin
exit:
  ret void
}
!0 = !{!\"branch_weights\", i32 3, i32 1}
";

const EXPECTED: &str = "\
profile
  entry 18014398509481984
  a 13510798882111488
  b 18014398509481984
loops
  entry 17592186044416
  outer 562949953421312
  inner 18014398509481984
  rare 6755399441055744
  inner.latch 18014398509481984
  latch 562949953421312
  exit 17592186044416
entries
  entry 1125899906842624
  a 18014398509481983
  b 18014398509481984
  exit 1125899906842624
seldom
  entry 18014398509481984
  cold 1059656235483136
  warm 16954742273998848
  never 7895167
  exit 18014398501586816
forever
  entry 8796093022207
  spin 18014398509481984
  exit 4398046511103
";

#[test]
fn frequencies_are_llvms() {
    let outcome = lindworm_text::read(&Context::new(), "m.ll", TEXT.as_bytes(), &Default::default());
    let module = outcome.unwrap_or_else(|e| panic!("{}", e[0].message)).module;
    let mut found = String::new();
    for &function in module.functions() {
        let Some(body) = module.body(function) else { continue };
        writeln!(found, "{}", String::from_utf8_lossy(module[function].name())).unwrap();
        let frequencies = BlockFrequencies::new(&module, body);
        for block in body.blocks() {
            let name = String::from_utf8_lossy(body.name(block.into()));
            writeln!(found, "  {name} {}", frequencies.of(block)).unwrap();
        }
    }
    assert_eq!(found, EXPECTED);
}

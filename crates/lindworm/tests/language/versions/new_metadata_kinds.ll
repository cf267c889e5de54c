; attachments stand in the order of the numbers that LLVM 23 has for their kinds
define float @f(ptr %p) !callgraph !4 {
  %x = load float, ptr %p, align 4, !unheard !2, !mem.cache_hint !1, !nofpclass !0
  call void %p(), !inline_history !3, !callee_type !5
  ret float %x
}

!0 = !{i32 3}
!1 = !{i32 0, !2}
!2 = !{!"nvvm.hint", !"first"}
!3 = !{ptr @f, null}
!4 = !{!"_ZTSFvP.generalized"}
!5 = !{!4}

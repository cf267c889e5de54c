; ModuleID = '<stdin>'
source_filename = "<stdin>"

define float @f(ptr %p) !callgraph !0 {
  %x = load float, ptr %p, align 4, !nofpclass !1, !mem.cache_hint !2, !unheard !3
  call void %p(), !callee_type !4, !inline_history !5
  ret float %x
}

!0 = !{!"_ZTSFvP.generalized"}
!1 = !{i32 3}
!2 = !{i32 0, !3}
!3 = !{!"nvvm.hint", !"first"}
!4 = !{!0}
!5 = !{ptr @f, null}

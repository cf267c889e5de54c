;--- a
define void @a() !m !0 {
  ret void
}
!named = !{!0, !1}
!0 = !{!"x", i32 1, ptr @a}
!1 = distinct !{!1, !0}
;--- b
define void @b() !m !1 {
  call void @c(), !m !2
  ret void
}
declare void @c()
define linkonce void @unused() {
  ret void
}
!named = !{!0, !1}
!other = !{!3}
!0 = !{!"x", i32 1, ptr @b}
!1 = distinct !{!1, !0}
!2 = !{!"loop", !4}
!3 = !{ptr @unused}
!4 = !{!5, !2}
!5 = !{!"leaf"}
;--- linked
define void @a() !m !0 {
  ret void
}

define void @b() !m !3 {
  call void @c(), !m !5
  ret void
}

declare void @c()

!named = !{!0, !1, !2, !3}
!other = !{!4}

!0 = !{!"x", i32 1, ptr @a}
!1 = distinct !{!1, !0}
!2 = !{!"x", i32 1, ptr @b}
!3 = distinct !{!3, !2}
!4 = !{null}
!5 = !{!"loop", !6}
!6 = !{!7, !5}
!7 = !{!"leaf"}

;--- m1
define void @f() !own !0 !shared !2 {
  ret void, !loop !5
}
define linkonce_odr void @unused() {
  ret void
}
define linkonce_odr void @unused_too() {
  ret void
}
!named = !{!3, !4}
!0 = !{!1}
!1 = distinct !{!2, !0}
!2 = !{i32 7, !"text"}
!3 = !{!1, ptr @unused}
!4 = !{!1, ptr @unused_too}
!5 = !{!6}
!6 = !{!5, !2}
;--- m2
define void @g() !own !0 !shared !2 {
  ret void, !loop !5
}
define linkonce_odr void @unused() {
  ret void
}
define linkonce_odr void @unused_too() {
  ret void
}
!named = !{!3, !4}
!0 = !{!1}
!1 = distinct !{!2, !0}
!2 = !{i32 7, !"text"}
!3 = !{!1, ptr @unused}
!4 = !{!1, ptr @unused_too}
!5 = !{!6}
!6 = !{!5, !2}
;--- m3
define void @h() !own !0 !shared !2 {
  ret void, !loop !5
}
!0 = !{!1}
!1 = distinct !{!2, !0}
!2 = !{i32 7, !"text"}
!5 = !{!6}
!6 = !{!5, !2}
;--- m4
define void @i() !own !0 !shared !2 {
  ret void, !loop !5
}
!0 = !{!1}
!1 = distinct !{!2, !0}
!2 = !{i32 7, !"text"}
!5 = !{!6}
!6 = !{!5, !2}
;--- linked
define void @f() !own !3 !shared !2 {
  ret void, !loop !7
}

define void @g() !own !6 !shared !2 {
  ret void, !loop !9
}

define void @h() !own !11 !shared !2 {
  ret void, !loop !13
}

define void @i() !own !15 !shared !2 {
  ret void, !loop !17
}

!named = !{!0, !4}

!0 = !{!1, null}
!1 = distinct !{!2, !3}
!2 = !{i32 7, !"text"}
!3 = !{!1}
!4 = !{!5, null}
!5 = distinct !{!2, !6}
!6 = !{!5}
!7 = !{!8}
!8 = !{!7, !2}
!9 = !{!10}
!10 = !{!9, !2}
!11 = !{!12}
!12 = distinct !{!2, !11}
!13 = !{!14}
!14 = !{!13, !2}
!15 = !{!16}
!16 = distinct !{!2, !15}
!17 = !{!18}
!18 = !{!17, !2}

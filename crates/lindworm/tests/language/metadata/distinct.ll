; distinct nodes stay apart, others that are equal become one
!named = !{!0, !1, !2, !3}
!0 = distinct !{}
!1 = distinct !{}
!2 = !{!"same"}
!3 = !{!"same"}

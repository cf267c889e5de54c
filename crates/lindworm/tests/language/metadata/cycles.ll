; Nodes may refer to each other and to themselves
!named = !{!0, !1, !2}
!0 = distinct !{!0}
!1 = !{!2}
!2 = distinct !{!1, !2}

; ModuleID = '<stdin>'
source_filename = "<stdin>"

!named = !{!0, !1, !2}

!0 = distinct !{!0}
!1 = !{!2}
!2 = distinct !{!1, !2}

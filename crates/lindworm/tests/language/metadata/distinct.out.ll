; ModuleID = '<stdin>'
source_filename = "<stdin>"

!named = !{!0, !1, !2, !2}

!0 = distinct !{}
!1 = distinct !{}
!2 = !{!"same"}

; ModuleID = '<stdin>'
source_filename = "<stdin>"

!cfi.functions = !{!0, !1}

!0 = !{!"main", i8 0, i64 -2624081020897602054}
!1 = !{!"other", i8 1, i64 -4848550849129848967, !2}
!2 = !{i64 0, !"type"}

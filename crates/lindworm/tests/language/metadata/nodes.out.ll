; ModuleID = '<stdin>'
source_filename = "<stdin>"

@g = global i32 0

!named = !{!0, !1, !2}

!0 = !{!"a", i32 1, null, !1, float 1.500000e+00}
!1 = !{}
!2 = !{!0, !3, ptr @g}
!3 = !{!"inline", !4}
!4 = !{i8 0}

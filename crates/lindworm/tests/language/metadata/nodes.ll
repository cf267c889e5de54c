; Nodes of strings, nodes, constants and null
!named = !{!0, !1, !2}
!0 = !{!"a", i32 1, null, !1, float 1.5}
!1 = !{}
!2 = !{!0, !{!"inline", !{i8 0}}, ptr @g}
@g = global i32 0

; A node that is not distinct but refers to itself becomes distinct
!named = !{!0}
!0 = !{!0, !"x"}

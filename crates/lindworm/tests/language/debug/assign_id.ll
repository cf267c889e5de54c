; DIAssignID is always distinct
!named = !{!0}
!0 = distinct !DIAssignID()

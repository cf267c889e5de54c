; 3:27: expected ')' here
; DIAssignID has no fields
!0 = distinct !DIAssignID(a: 1)

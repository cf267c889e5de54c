; 3:6: missing 'distinct', required for !DIAssignID()
; DIAssignID is distinct
!0 = !DIAssignID()

; 4:1: expected end of metadata node
; A node ends with a brace
!0 = !{i32 1

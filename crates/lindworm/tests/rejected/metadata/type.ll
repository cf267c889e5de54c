; 3:6: unexpected type in metadata definition
; A node's definition has no type
!0 = i32 !{}

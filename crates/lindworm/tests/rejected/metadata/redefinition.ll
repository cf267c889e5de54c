; 5:1: Metadata id is already used
; A node is defined once
!0 = !{}
!0 = !{}

; 3:6: expected metadata type
; A specialized node that does not exist
!0 = !DIFoo(name: "x")

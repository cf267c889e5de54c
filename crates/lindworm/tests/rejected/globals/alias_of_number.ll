; 3:17: An alias or ifunc must have pointer type
; An alias names a pointer
@a = alias i32, i32 5

; 3:23: constant expression type mismatch: got type '[1 x i32]' but expected '[2 x i32]'
; An array has as many elements as its type
@a = global [2 x i32] [i32 1]

; 3:22: constant expression type mismatch: got type '[3 x i8]' but expected '[2 x i8]'
; A string is as long as its array
@a = global [2 x i8] c"abc"

; 3:24: vector element #1 is not of type 'i32
; Elements of a vector are of one type
@a = global <2 x i32> <i32 1, i64 2>

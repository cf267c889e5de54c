; 3:24: array element #1 is not of type 'i32
; Elements of an array are of one type
@a = global [2 x i32] [i32 1, i8 2]

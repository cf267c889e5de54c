; 3:9: invalid function return type
; A function does not give a function
declare i32 (i32) @f()

; 3:24: expected '('
; A function of sret gives void
declare i32 @f(ptr sret)

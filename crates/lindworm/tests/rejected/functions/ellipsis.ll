; 3:20: expected ')' at end of argument list
; ... stands last
declare void @f(..., i32)

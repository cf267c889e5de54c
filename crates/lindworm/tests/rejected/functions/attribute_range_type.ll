; 3:29: the range must have integer type!
; A range is of integers
declare void @f(float range(float 0.0, 1.0) %x)

; 3:35: the range represent the empty set but limits aren't 0!
; A range is not empty
declare void @f(i32 range(i32 5, 5) %x)

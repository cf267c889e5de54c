; 3:34: 'allocsize' indices can't refer to the same parameter
; allocsize names two parameters
declare ptr @f(i32) allocsize(0, 0)

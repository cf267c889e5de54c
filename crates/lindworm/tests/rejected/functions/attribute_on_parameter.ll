; 3:21: this attribute does not apply to parameters
; An attribute of functions does not stand on a parameter
declare void @f(i32 nounwind %x)

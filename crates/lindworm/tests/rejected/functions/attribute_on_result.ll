; 3:9: this attribute does not apply to return values
; An attribute of functions does not stand on a result
declare nounwind i32 @f()

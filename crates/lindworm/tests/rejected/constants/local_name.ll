; 3:17: invalid use of function-local name
; A constant is not local
@a = global ptr %x

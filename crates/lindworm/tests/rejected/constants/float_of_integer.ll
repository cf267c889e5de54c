; 3:17: floating point constant invalid for type
; A floating-point number is no integer
@a = global i32 1.5

; 3:17: floating point constant invalid for type
; An initializer has the variable's type
@a = global i32 1.0

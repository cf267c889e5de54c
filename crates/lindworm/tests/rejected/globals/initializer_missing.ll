; 4:1: expected value token
; What defines a variable has an initializer
@a = global i32

; 3:26: initializer with struct type has wrong # elements
; A struct has as many fields as its type
@a = global { i32, i32 } { i32 1 }

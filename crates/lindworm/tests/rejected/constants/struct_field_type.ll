; 4:16: element 1 of struct initializer doesn't match struct element type
; Fields of a struct have their types
%s = type { i32, i32 }
@a = global %s { i32 1, i8 2 }

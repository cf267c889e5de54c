; Structs, arrays and vectors of constants
@a = global { i32, float, ptr } { i32 4, float 17.0, ptr @a }
@b = global [2 x i32] [ i32 42, i32 11 ]
@c = global <4 x i32> <i32 42, i32 11, i32 74, i32 100>
@d = global { i32, [1 x { i8 }] } { i32 0, [1 x { i8 }] [{ i8 } { i8 0 }] }
@e = global { i32, i32 } { i32 undef, i32 poison }

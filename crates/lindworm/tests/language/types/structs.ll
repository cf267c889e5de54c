; Literal structs, packed and not
@a = global {} zeroinitializer
@b = global <{}> zeroinitializer
@c = global { i32, { i8, ptr } } { i32 1, { i8, ptr } { i8 2, ptr null } }
@d = global <{ i8, i32 }> <{ i8 1, i32 2 }>

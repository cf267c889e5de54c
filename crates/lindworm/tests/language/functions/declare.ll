; A declaration keeps its argument types, and no names of arguments
declare void @a()
declare i32 @b(i32, i8 %x)
declare i32 @c(...)
declare i32 @d(ptr, ...)
declare { i32, i8 } @e([2 x i32])

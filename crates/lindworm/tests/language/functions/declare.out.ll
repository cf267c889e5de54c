; ModuleID = '<stdin>'
source_filename = "<stdin>"

declare void @a()

declare i32 @b(i32, i8)

declare i32 @c(...)

declare i32 @d(ptr, ...)

declare { i32, i8 } @e([2 x i32])

; ModuleID = '<stdin>'
source_filename = "<stdin>"

declare range(i8 -3, 5) i8 @a(i32 range(i32 5, 0), i64 range(i64 -1, 0))

declare void @b(i128 range(i128 0, -1))

declare void @c(<2 x i32> range(i32 1, 2))

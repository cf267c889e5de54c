; Ranges of integers, wrapped ones too
declare range(i8 -3, 5) i8 @a(i32 range(i32 5, 0) %x, i64 range(i64 -1, 0) %y)
declare void @b(i128 range(i128 0, 340282366920938463463374607431768211455) %x)
declare void @c(<2 x i32> range(i32 1, 2) %x)

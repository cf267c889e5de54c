; Addresses of globals are constants
@a = global ptr @b
@b = global i32 0
@c = global [2 x ptr] [ptr @f, ptr @b]
declare void @f()

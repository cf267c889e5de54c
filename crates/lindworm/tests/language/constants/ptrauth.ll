; Signed pointers
@v = global i32 0
@a = global ptr ptrauth (ptr @v, i32 0)
@b = global ptr ptrauth (ptr @v, i32 1, i64 65535)
@c = global ptr ptrauth (ptr @v, i32 2, i64 1, ptr @b)
@d = global ptr ptrauth (ptr @v, i32 2, i64 0, ptr @d)

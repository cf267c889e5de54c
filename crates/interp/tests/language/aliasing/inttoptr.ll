; The result of `inttoptr` is based on the pointers from which the number was computed.
@a = global [4 x i32] [i32 1, i32 1, i32 0, i32 1]

define noundef i32 @main() {
  %n = ptrtoint ptr @a to i64
  %m = add i64 %n, 8
  %p = inttoptr i64 %m to ptr
  %x = load i32, ptr %p
  ret i32 %x
}

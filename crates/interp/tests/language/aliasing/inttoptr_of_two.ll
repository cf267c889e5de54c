; A number may be computed from several pointers; the result is based on each of them.
@a = global i32 1
@b = global i32 0

define noundef i32 @main() {
  %m = ptrtoint ptr @a to i64
  %n = ptrtoint ptr @b to i64
  ; The usual way to keep two pointers in one.
  %both = xor i64 %m, %n
  %back = xor i64 %both, %m
  %p = inttoptr i64 %back to ptr
  %x = load i32, ptr %p
  ret i32 %x
}

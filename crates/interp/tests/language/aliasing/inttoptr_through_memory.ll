; It does not matter how a number comes from the pointer to the `inttoptr`.
@a = global i32 0
@slot = global i64 0

define noundef i32 @main() {
  %n = ptrtoint ptr @a to i64
  store i64 %n, ptr @slot
  %m = load i64, ptr @slot
  %p = inttoptr i64 %m to ptr
  %x = load i32, ptr %p
  ret i32 %x
}

; The result of `getelementptr` is based on its pointer.
@array = global [3 x i32] [i32 1, i32 2, i32 0]

define noundef i32 @main() {
  %p = getelementptr i32, ptr @array, i64 4
  %q = getelementptr i32, ptr %p, i64 -2
  %x = load i32, ptr %q
  ret i32 %x
}

; `nusw` allows it, but not that the address wraps.
@array = global [4 x i32] zeroinitializer

define noundef i32 @main() {
  %p = getelementptr i32, ptr @array, i64 2
  %q = getelementptr nusw i32, ptr %p, i64 -1
  %x = load i32, ptr %q
  ret i32 %x
}

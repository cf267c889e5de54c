; Without a flag, the product wraps silently.
@array = global [4 x i32] zeroinitializer

define noundef i32 @main() {
  %p = getelementptr i32, ptr @array, i64 4611686018427387904
  %x = load i32, ptr %p
  ret i32 %x
}

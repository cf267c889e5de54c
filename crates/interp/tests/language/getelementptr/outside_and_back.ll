; Without `inbounds`, the way may lead out of the object and back.
@array = global [4 x i32] zeroinitializer

define noundef i32 @main() {
  %p = getelementptr i32, ptr @array, i64 1000000
  %q = getelementptr i32, ptr %p, i64 -1000000
  %x = load i32, ptr %q
  ret i32 %x
}

; The end of an object is in bounds.
@array = global [4 x i32] zeroinitializer

define noundef i32 @main() {
  %p = getelementptr inbounds i32, ptr @array, i64 4
  %q = getelementptr inbounds i32, ptr %p, i64 -1
  %x = load i32, ptr %q
  ret i32 %x
}

; Past the end, an `inbounds` result is poison.
@array = global [4 x i32] zeroinitializer

define noundef i32 @main() {
  %p = getelementptr inbounds i32, ptr @array, i64 5
  %q = getelementptr i32, ptr %p, i64 -5
  %x = load i32, ptr %q ; UB0202
  ret i32 0
}

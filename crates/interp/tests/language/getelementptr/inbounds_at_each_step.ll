; Each step must stay in bounds, not only the last.
@array = global [2 x [2 x i32]] zeroinitializer

define noundef i32 @main() {
  %p = getelementptr inbounds [2 x [2 x i32]], ptr @array, i64 0, i64 3, i64 -4
  %x = load i32, ptr %p ; UB0202
  ret i32 0
}

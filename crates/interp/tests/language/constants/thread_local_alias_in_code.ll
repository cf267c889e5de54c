; Old code names an alias of a thread-local variable directly.
@v = thread_local global [2 x i32] [i32 5, i32 6]
@second = thread_local alias i32, getelementptr (i8, ptr @v, i64 4)

define noundef i32 @main() {
  store i32 9, ptr @second
  %new = load i32, ptr getelementptr (i8, ptr @v, i64 4)
  %status = sub i32 %new, 9
  ret i32 %status
}

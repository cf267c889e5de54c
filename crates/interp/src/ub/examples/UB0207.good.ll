define i32 @main() {
  %array = alloca [4 x i32]
  %p = getelementptr i32, ptr %array, i64 3
  store i32 1, ptr %p
  ret i32 0
}

define i32 @main() {
  %count = sub i64 2, 1
  %p = alloca i32, i64 %count
  ret i32 0
}

define i32 @main() {
  %count = sub i64 0, 1
  %p = alloca i32, i64 %count ; UB
  ret i32 0
}

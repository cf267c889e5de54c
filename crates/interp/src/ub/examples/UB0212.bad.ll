define i32 @zero() {
  ret i32 0
}

define i32 @main() {
  %code = load i8, ptr @zero ; UB
  ret i32 0
}

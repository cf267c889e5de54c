define i32 @zero() {
  ret i32 0
}

define i32 @main() {
  %x = call i32 @zero()
  ret i32 %x
}

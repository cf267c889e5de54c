define fastcc i32 @zero() {
  ret i32 0
}

define i32 @main() {
  %x = call fastcc i32 @zero()
  ret i32 %x
}

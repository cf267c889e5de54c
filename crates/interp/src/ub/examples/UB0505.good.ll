define i32 @digit(i32 noundef range(i32 0, 10) %d) {
  ret i32 0
}

define i32 @main() {
  %x = call i32 @digit(i32 noundef 9)
  ret i32 %x
}

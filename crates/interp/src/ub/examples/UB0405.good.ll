define i32 @second(i32 %a, i32 %b) {
  ret i32 %b
}

define i32 @main() {
  %x = call i32 @second(i32 1, i32 0)
  ret i32 %x
}

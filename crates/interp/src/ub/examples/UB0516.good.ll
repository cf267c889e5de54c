define i32 @same(i32 returned %x) {
  ret i32 %x
}

define i32 @main() {
  %x = call i32 @same(i32 0)
  ret i32 %x
}

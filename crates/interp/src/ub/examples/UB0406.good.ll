define i32 @same(i32 %a) {
  ret i32 %a
}

define i32 @main() {
  %x = call i32 @same(i32 0)
  ret i32 %x
}

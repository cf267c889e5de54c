define i32 @first(ptr %list) {
  %x = load i32, ptr %list ; UB
  ret i32 %x
}

define i32 @main() {
  %x = call i32 @first(ptr null)
  ret i32 %x
}

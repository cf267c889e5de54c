define i32 @half(i32 noundef %x) {
  %h = ashr i32 %x, 1
  ret i32 %h
}

define i32 @main() {
  %x = add nsw i32 2147483647, 1 ; origin
  %h = call i32 @half(i32 noundef %x) ; UB
  ret i32 %h
}

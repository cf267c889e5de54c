define i32 @half(i32 noundef %x) {
  %h = ashr i32 %x, 1
  ret i32 %h
}

define i32 @main() {
  %a = alloca i32
  %x = load i32, ptr %a ; origin
  %h = call i32 @half(i32 noundef %x) ; UB
  ret i32 %h
}

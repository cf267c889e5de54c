define i32 @half(i32 noundef %x) {
  %h = ashr i32 %x, 1
  ret i32 %h
}

define i32 @main() {
  %a = alloca i32
  store i32 1, ptr %a
  %x = load i32, ptr %a
  %h = call i32 @half(i32 noundef %x)
  ret i32 %h
}

define i32 @main() {
  %a = alloca i32
  store i32 2, ptr %a
  %x = load i32, ptr %a
  %q = urem i32 2, %x
  ret i32 %q
}

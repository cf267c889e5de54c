define i32 @main() {
  %a = alloca i32
  %x = load i32, ptr %a ; origin
  %q = urem i32 2, %x ; UB
  ret i32 %q
}

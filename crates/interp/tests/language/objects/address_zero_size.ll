; An object of no size can be allocated, and nothing in it accessed.
define noundef i32 @main() {
  %a = alloca [0 x i32]
  %x = load i8, ptr %a ; UB0207
  ret i32 0
}

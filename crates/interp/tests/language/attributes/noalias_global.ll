; An access by way of a global is none through the argument.
@x = global i32 0

define i32 @set(ptr noalias %a) {
  store i32 7, ptr %a
  %x = load i32, ptr @x ; UB0509
  ret i32 0
}

define noundef i32 @main() {
  %r = call i32 @set(ptr @x)
  ret i32 %r
}

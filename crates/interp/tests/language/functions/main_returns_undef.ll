; What `main` returns is well defined.
define i32 @main() {
  %slot = alloca i32
  %status = load i32, ptr %slot
  ret i32 %status ; UB0414
}

; An object whose lifetime is not marked is alive from its `alloca` to the end of the function.
define noundef i32 @main() {
  %a = alloca i32
  store i32 0, ptr %a
  %x = load i32, ptr %a
  ret i32 %x
}

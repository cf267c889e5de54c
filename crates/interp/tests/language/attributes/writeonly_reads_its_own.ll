; Through a `writeonly` argument, what was written may be read again.
define i32 @set(ptr writeonly %a) {
  store i32 0, ptr %a
  %v = load i32, ptr %a
  ret i32 %v
}

define noundef i32 @main() {
  %x = alloca i32
  store i32 1, ptr %x
  %r = call i32 @set(ptr %x)
  ret i32 %r
}

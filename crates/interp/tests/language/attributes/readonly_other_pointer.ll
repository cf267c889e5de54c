; The memory of a `readonly` argument may be written by another way.
define i32 @set(ptr readonly %a, ptr %b) {
  store i32 0, ptr %b
  %v = load i32, ptr %a
  ret i32 %v
}

define noundef i32 @main() {
  %x = alloca i32
  store i32 1, ptr %x
  %r = call i32 @set(ptr %x, ptr %x)
  ret i32 %r
}

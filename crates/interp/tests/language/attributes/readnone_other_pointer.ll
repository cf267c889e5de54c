; The memory of a `readnone` argument may be read and written by another way.
define i32 @set(ptr readnone %a, ptr %b) {
  store i32 0, ptr %b
  %v = load i32, ptr %b
  ret i32 %v
}

define noundef i32 @main() {
  %x = alloca i32
  %r = call i32 @set(ptr %x, ptr %x)
  ret i32 %r
}

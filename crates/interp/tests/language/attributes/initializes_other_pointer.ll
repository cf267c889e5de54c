; The memory may be read by another way.
@x = global i32 0

define i32 @set(ptr initializes((0, 4)) %a) {
  %v = load i32, ptr @x
  store i32 %v, ptr %a
  ret i32 %v
}

define noundef i32 @main() {
  %r = call i32 @set(ptr @x)
  ret i32 %r
}

; After the function has returned, the pointer may be used again.
define ptr @same(ptr readonly %a) {
  ret ptr %a
}

define noundef i32 @main() {
  %x = alloca i32
  %p = call ptr @same(ptr %x)
  store i32 0, ptr %p
  %v = load i32, ptr %p
  ret i32 %v
}

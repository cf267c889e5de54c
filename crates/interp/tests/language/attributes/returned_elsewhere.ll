; A `returned` argument may be used otherwise, too.
define ptr @keep(ptr returned %p) {
  store i32 0, ptr %p
  ret ptr %p
}

define noundef i32 @main() {
  %x = alloca i32
  %p = call ptr @keep(ptr %x)
  %v = load i32, ptr %p
  ret i32 %v
}

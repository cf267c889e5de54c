; Who captures nothing does not return the pointer for use.
define ptr @f(ptr captures(none) %a) {
  ret ptr %a
}

define noundef i32 @main() {
  %x = alloca i32
  store i32 0, ptr %x
  %p = call ptr @f(ptr %x)
  %v = load i32, ptr %p ; UB0511
  ret i32 %v
}

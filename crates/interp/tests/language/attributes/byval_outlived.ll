; The copy ends with the function.
define ptr @give(ptr byval(i32) %a) {
  ret ptr %a
}

define noundef i32 @main() {
  %x = alloca i32
  store i32 0, ptr %x
  %p = call ptr @give(ptr byval(i32) %x)
  %v = load i32, ptr %p ; UB0205
  ret i32 %v
}

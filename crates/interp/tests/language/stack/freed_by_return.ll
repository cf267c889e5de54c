; What `alloca` gave ends when the function returns.
define ptr @local() {
  %x = alloca i32
  ret ptr %x
}

define noundef i32 @main() {
  %p = call ptr @local()
  store i32 0, ptr %p ; UB0205
  ret i32 0
}

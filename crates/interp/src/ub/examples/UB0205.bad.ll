define ptr @local() {
  %x = alloca i32
  store i32 0, ptr %x
  ret ptr %x
}

define i32 @main() {
  %p = call ptr @local()
  %x = load i32, ptr %p ; UB
  ret i32 %x
}

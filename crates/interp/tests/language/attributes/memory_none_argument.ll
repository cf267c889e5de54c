; It must not read what an argument points to.
define i32 @get(ptr %p) memory(none) {
  %v = load i32, ptr %p ; UB0520
  ret i32 %v
}

define noundef i32 @main() {
  %x = alloca i32
  store i32 0, ptr %x
  %v = call i32 @get(ptr %x)
  ret i32 %v
}

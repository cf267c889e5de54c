; It must not read a variable.
@x = global i32 0

define i32 @get() memory(none) {
  %v = load i32, ptr @x ; UB0523
  ret i32 %v
}

define noundef i32 @main() {
  %v = call i32 @get()
  ret i32 %v
}

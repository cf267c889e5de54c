; A `memory(write)` function may read what it has written.
@x = global i32 1

define i32 @set() memory(write) {
  store i32 0, ptr @x
  %v = load i32, ptr @x
  ret i32 %v
}

define noundef i32 @main() {
  %v = call i32 @set()
  ret i32 %v
}

; In a `memory(read)` function, storing what is there already is a store.
@x = global i32 0

define void @touch() memory(read) {
  %v = load i32, ptr @x
  store i32 %v, ptr @x ; UB0523
  ret void
}

define noundef i32 @main() {
  call void @touch()
  ret i32 0
}

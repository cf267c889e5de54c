; It does not matter which of both changes the memory.
@x = global i32 0

define i32 @get(ptr noalias %a) {
  %v = load i32, ptr %a
  store i32 1, ptr @x ; UB0509
  ret i32 %v
}

define noundef i32 @main() {
  %r = call i32 @get(ptr @x)
  ret i32 %r
}

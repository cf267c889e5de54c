; What a function calls is part of what it does.
@x = global i32 0

define void @deeper() {
  store i32 1, ptr @x ; UB0523
  ret void
}

define void @outer() memory(read) {
  call void @deeper()
  ret void
}

define noundef i32 @main() {
  call void @outer()
  ret i32 0
}

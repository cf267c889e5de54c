; For a `byval` argument it is the copy that is initialized.
define void @set(ptr byval(i32) initializes((0, 4)) %a) {
  store i32 7, ptr %a
  ret void
}

define noundef i32 @main() {
  %x = alloca i32
  store i32 0, ptr %x
  call void @set(ptr byval(i32) %x)
  %v = load i32, ptr %x
  ret i32 %v
}

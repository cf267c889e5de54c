; It may be stored to again.
define void @use(ptr dead_on_return %a) {
  store i32 1, ptr %a
  ret void
}

define noundef i32 @main() {
  %x = alloca i32
  call void @use(ptr %x)
  store i32 0, ptr %x
  %v = load i32, ptr %x
  ret i32 %v
}

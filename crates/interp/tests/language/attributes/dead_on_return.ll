; What a `dead_on_return` argument pointed to is poison after the function returned.
define void @use(ptr dead_on_return %a) {
  store i32 0, ptr %a
  ret void
}

define noundef i32 @main() {
  %x = alloca i32
  call void @use(ptr %x)
  %v = load i32, ptr %x
  switch i32 %v, label %end [ i32 1, label %end ] ; UB0303
end:
  ret i32 0
}

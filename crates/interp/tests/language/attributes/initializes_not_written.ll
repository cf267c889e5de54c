; What is not written is undefined when the function returns.
define void @set(ptr initializes((0, 4)) %a) {
  store i16 0, ptr %a
  ret void
}

define noundef i32 @main() {
  %x = alloca i32
  store i32 1, ptr %x
  call void @set(ptr %x)
  %v = load i32, ptr %x
  switch i32 %v, label %end [ i32 1, label %end ] ; UB0304
end:
  ret i32 0
}

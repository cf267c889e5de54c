; Reading before writing gives poison.
define i32 @set(ptr writeonly %a) {
  %v = load i32, ptr %a
  switch i32 %v, label %end [ i32 1, label %end ] ; UB0303
end:
  ret i32 0
}

define noundef i32 @main() {
  %x = alloca i32
  store i32 1, ptr %x
  %r = call i32 @set(ptr %x)
  ret i32 %r
}

; `noalias` speaks of the time while the function runs.
define i32 @set(ptr noalias %a) {
  store i32 7, ptr %a
  ret i32 0
}

define noundef i32 @main() {
  %x = alloca i32
  store i32 1, ptr %x
  %r = call i32 @set(ptr %x)
  %y = load i32, ptr %x
  %z = sub i32 %y, 7
  %s = or i32 %r, %z
  ret i32 %s
}

define i32 @main() {
  %a = alloca i32
  store i32 0, ptr %a
  %x = load i32, ptr %a, !noundef !0
  ret i32 %x
}

!0 = !{}

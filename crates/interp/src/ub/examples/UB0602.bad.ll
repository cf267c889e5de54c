define i32 @main() {
  %a = alloca i32
  %x = load i32, ptr %a, !noundef !0 ; UB
  ret i32 %x
}

!0 = !{}

define i32 @main() {
  %slot = alloca i32
  %x = shl nuw i32 -1, 1 ; origin
  store i32 %x, ptr %slot
  %y = load i32, ptr %slot, !noundef !0 ; UB
  ret i32 %y
}

!0 = !{}

define i32 @one() {
  ret i32 0
}

define i32 @two() {
  ret i32 0
}

define i32 @three() {
  ret i32 0
}

define i32 @main() {
  %slot = alloca ptr
  store ptr @two, ptr %slot
  %f = load ptr, ptr %slot
  %x = call i32 %f(), !callees !0
  ret i32 %x
}

!0 = !{ptr @one, ptr @two}

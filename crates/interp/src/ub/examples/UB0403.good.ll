define i32 @zero() {
  ret i32 0
}

define i32 @main() {
  %slot = alloca ptr
  store ptr @zero, ptr %slot
  %f = load ptr, ptr %slot
  %x = call i32 %f()
  ret i32 %x
}

@target = global i32 0

define i32 @main() {
  %slot = alloca ptr
  store ptr @target, ptr %slot
  %p = load ptr, ptr %slot
  store i32 1, ptr %p
  ret i32 0
}

; A pointer that a call stores in a global is captured: who promised not to must not use it.
@glb = global ptr null

define void @f(ptr captures(none) %a) {
  store ptr %a, ptr @glb
  ret void
}

define noundef i32 @main() {
  %x = alloca i32
  store i32 0, ptr %x
  call void @f(ptr %x)
  %p = load ptr, ptr @glb
  store i32 1, ptr %p ; UB0511
  ret i32 0
}

; `captures` speaks of the copy that is passed; another copy may be captured.
@glb = global ptr null

define void @f(ptr captures(none) %a, ptr %b) {
  store ptr %b, ptr @glb
  ret void
}

define noundef i32 @main() {
  %x = alloca i32
  store i32 0, ptr %x
  call void @f(ptr %x, ptr %x)
  %p = load ptr, ptr @glb
  %v = load i32, ptr %p
  ret i32 %v
}

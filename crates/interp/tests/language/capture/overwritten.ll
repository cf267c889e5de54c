; What is overwritten before the call ends is not captured.
@glb2 = global ptr null

define void @f(ptr captures(none) %b) {
  store ptr %b, ptr @glb2
  store ptr null, ptr @glb2
  ret void
}

define noundef i32 @main() {
  %x = alloca i32
  call void @f(ptr %x)
  %p = load ptr, ptr @glb2
  %none = icmp eq ptr %p, null
  %r = select i1 %none, i32 0, i32 1
  ret i32 %r
}

; A copy that something else makes in the meantime is captured, even if the original is overwritten.
@glb3 = global ptr null
@copy = global ptr null

define void @g() {
  %p = load ptr, ptr @glb3
  store ptr %p, ptr @copy
  ret void
}

define void @f(ptr captures(none) %c) {
  store ptr %c, ptr @glb3
  call void @g()
  store ptr null, ptr @glb3
  ret void
}

define noundef i32 @main() {
  %x = alloca i32
  call void @f(ptr %x)
  %p = load ptr, ptr @copy
  store i32 1, ptr %p ; UB0511
  ret i32 0
}

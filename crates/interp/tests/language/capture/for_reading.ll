; Who captures a pointer for reading does not write through it.
@glb = global ptr null

define void @f(ptr captures(address, read_provenance) %a) {
  store ptr %a, ptr @glb
  ret void
}

define noundef i32 @main() {
  %x = alloca i32
  store i32 0, ptr %x
  call void @f(ptr %x)
  %p = load ptr, ptr @glb
  %v = load i32, ptr %p
  store i32 1, ptr %p ; UB0511
  ret i32 %v
}

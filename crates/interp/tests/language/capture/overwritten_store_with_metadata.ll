; `!captures` says nothing of the place once something else is stored there.
@glb = global ptr null

define noundef i32 @main() {
  %x = alloca i32
  store ptr %x, ptr @glb, !captures !0
  store ptr %x, ptr @glb
  %p = load ptr, ptr @glb
  store i32 0, ptr %p
  %v = load i32, ptr %p
  ret i32 %v
}

!0 = !{!"address"}

; A pointer that is stored with `!captures` is used for that only; other copies are not affected.
@glb = global ptr null

define noundef i32 @main() {
  %x = alloca i32
  store ptr %x, ptr @glb, !captures !0
  store i32 0, ptr %x
  %p = load ptr, ptr @glb
  %v = load i32, ptr %p
  store i32 1, ptr %p ; UB0613
  ret i32 %v
}

!0 = !{!"address", !"read_provenance"}

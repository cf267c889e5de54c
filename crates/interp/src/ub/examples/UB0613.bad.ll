@slot = global ptr null

define i32 @main() {
  %x = alloca i32
  store i32 0, ptr %x
  store ptr %x, ptr @slot, !captures !0
  %p = load ptr, ptr @slot
  %y = load i32, ptr %p ; UB
  ret i32 %y
}

!0 = !{!"address"}

@slot = global ptr null

define i32 @main() {
  %x = alloca i32
  store i32 0, ptr %x
  store ptr %x, ptr @slot, !captures !0
  %p = load ptr, ptr @slot
  %none = icmp eq ptr %p, null
  %r = zext i1 %none to i32
  ret i32 %r
}

!0 = !{!"address"}

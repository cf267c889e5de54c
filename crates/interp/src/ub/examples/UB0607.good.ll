@x = global [2 x i32] zeroinitializer
@slot = global ptr @x

define i32 @main() {
  %p = load ptr, ptr @slot, !dereferenceable !0
  ret i32 0
}

!0 = !{i64 8}

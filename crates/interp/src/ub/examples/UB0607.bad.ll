@x = global i32 0
@slot = global ptr @x

define i32 @main() {
  %p = load ptr, ptr @slot, !dereferenceable !0 ; UB
  ret i32 0
}

!0 = !{i64 8}

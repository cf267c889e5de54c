@x = global i32 0
@slot = global ptr null

define i32 @main() {
  %p = load ptr, ptr @slot, !dereferenceable_or_null !0
  ret i32 0
}

!0 = !{i64 8}

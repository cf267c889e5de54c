@slot = global ptr @x
@x = global i32 0

define i32 @main() {
  %p = load ptr, ptr @slot, !nonnull !0, !noundef !0
  ret i32 0
}

!0 = !{}

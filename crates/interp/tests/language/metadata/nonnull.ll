; Null that is loaded with `!nonnull` is poison.
@slot = global ptr null

define noundef i32 @main() {
  %p = load ptr, ptr @slot, !nonnull !0
  %c = icmp eq ptr %p, null
  br i1 %c, label %end, label %end ; UB0301
end:
  ret i32 0
}

!0 = !{}

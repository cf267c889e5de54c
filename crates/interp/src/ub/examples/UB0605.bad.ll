@x = global [4 x i32] zeroinitializer, align 16
@slot = global ptr getelementptr (i8, ptr @x, i64 4)

define i32 @main() {
  %p = load ptr, ptr @slot, !align !0, !noundef !1 ; UB
  ret i32 0
}

!0 = !{i64 8}
!1 = !{}

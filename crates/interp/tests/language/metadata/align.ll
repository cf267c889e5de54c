; A pointer with less alignment than `!align` says is poison.
@x = global [2 x i32] zeroinitializer, align 8
@slot = global ptr getelementptr (i8, ptr @x, i64 4)

define noundef i32 @main() {
  %p = load ptr, ptr @slot, !align !0
  %c = icmp eq ptr %p, null
  br i1 %c, label %end, label %end ; UB0301
end:
  ret i32 0
}

!0 = !{i64 8}

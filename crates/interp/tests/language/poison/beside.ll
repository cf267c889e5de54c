; Memory beside the place that poison was stored to is not affected.
@g = global [2 x i32] zeroinitializer, align 8

define noundef i32 @main() {
  store i32 poison, ptr @g
  %r = load i32, ptr getelementptr (i32, ptr @g, i64 1)
  ret i32 %r
}

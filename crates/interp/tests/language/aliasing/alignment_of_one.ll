; An alignment of 1 is always right.
@x = global [8 x i8] zeroinitializer, align 8

define noundef i32 @main() {
  %p = getelementptr i8, ptr @x, i64 3
  %n = load i32, ptr %p, align 1
  ret i32 %n
}

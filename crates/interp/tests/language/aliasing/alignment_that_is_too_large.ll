; More alignment than the address has is undefined behaviour.
@x = global [8 x i8] zeroinitializer, align 8

define noundef i32 @main() {
  %p = getelementptr i8, ptr @x, i64 2
  %n = load i16, ptr %p, align 4 ; UB0208
  ret i32 0
}

; A global variable has the alignment that is promised, and no better one.
@x = global [4 x i64] zeroinitializer, align 4

define noundef i32 @main() {
  store i64 1, ptr @x, align 4
  store i64 1, ptr @x, align 8 ; UB0208
  ret i32 0
}

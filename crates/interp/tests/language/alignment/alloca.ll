; An object on the stack has the alignment that is promised, and no better one.
define noundef i32 @main() {
  %p = alloca [4 x i64], align 8
  store i64 1, ptr %p, align 8
  store i64 1, ptr %p, align 16 ; UB0208
  ret i32 0
}

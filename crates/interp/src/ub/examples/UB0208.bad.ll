define i32 @main() {
  %bytes = alloca [8 x i8], align 8
  %p = getelementptr i8, ptr %bytes, i64 1
  store i32 1, ptr %p, align 4 ; UB
  ret i32 0
}

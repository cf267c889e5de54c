; The copy of a `byval` argument has the alignment of its attribute, whatever the original has.
define void @f(ptr byval([4 x i64]) align 8 %copy) {
  store i64 1, ptr %copy, align 8
  store i64 1, ptr %copy, align 64 ; UB0208
  ret void
}

define noundef i32 @main() {
  %original = alloca [4 x i64], align 64
  store [4 x i64] zeroinitializer, ptr %original, align 64
  call void @f(ptr byval([4 x i64]) align 8 %original)
  ret i32 0
}

; The alignment may be computed.
declare void @llvm.assume(i1)

define void @f(ptr %p, i32 %align) {
  call void @llvm.assume(i1 true) ["align"(ptr %p, i32 %align)] ; UB0704
  ret void
}

define noundef i32 @main() {
  %x = alloca [2 x i64], align 16
  %p = getelementptr i8, ptr %x, i64 4
  call void @f(ptr %p, i32 4)
  call void @f(ptr %p, i32 8)
  ret i32 0
}

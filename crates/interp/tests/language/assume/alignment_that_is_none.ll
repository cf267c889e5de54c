; If the alignment is no power of two, the pointer is null.
declare void @llvm.assume(i1)

define void @f(ptr %p, i32 %align) {
  call void @llvm.assume(i1 true) ["align"(ptr %p, i32 %align)] ; UB0704
  ret void
}

define noundef i32 @main() {
  %x = alloca [2 x i64], align 16
  call void @f(ptr null, i32 3)
  call void @f(ptr null, i32 0)
  call void @f(ptr %x, i32 3)
  ret i32 0
}

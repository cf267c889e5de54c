declare void @llvm.assume(i1)

define i32 @main() {
  %a = alloca [4 x i32], align 16
  %p = getelementptr i8, ptr %a, i64 8
  call void @llvm.assume(i1 true) ["align"(ptr %p, i64 8)]
  ret i32 0
}

declare void @llvm.memset.element.unordered.atomic.p0.i64(ptr, i8, i64, i32)

define i32 @main() {
  %a = alloca [8 x i32], align 4
  call void @llvm.memset.element.unordered.atomic.p0.i64(ptr align 4 %a, i8 0, i64 32, i32 4)
  ret i32 0
}

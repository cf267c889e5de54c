declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)

define i32 @main() {
  %x = alloca i32
  call void @llvm.lifetime.start.p0(ptr %x)
  call void @llvm.lifetime.end.p0(ptr %x)
  store i32 1, ptr %x ; UB
  ret i32 0
}

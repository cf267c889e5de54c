; Of a lifetime with a size, LLVM 22 declares something that it does not call.
declare void @llvm.lifetime.start.p0(i64, ptr)
define void @f() {
  %x = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %x)
  ret void
}

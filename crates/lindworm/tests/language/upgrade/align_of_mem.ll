; The alignment that memcpy and memset took as an argument becomes an attribute
declare void @llvm.memcpy.p0.p0.i32(ptr, ptr, i32, i32, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i32, i1)
define void @f(ptr %p, ptr %q) {
  call void @llvm.memcpy.p0.p0.i32(ptr %p, ptr %q, i32 8, i32 4, i1 false)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 8, i32 16, i1 true)
  ret void
}

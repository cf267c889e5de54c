; Arguments that must be constants
declare i1 @llvm.is.fpclass.f32(float, i32)
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
declare void @llvm.lifetime.start.p0(ptr)
define void @f(float %x) {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(ptr %a)
  %1 = call i1 @llvm.is.fpclass.f32(float %x, i32 3)
  call void @llvm.prefetch.p0(ptr %a, i32 0, i32 3, i32 1)
  ret void
}

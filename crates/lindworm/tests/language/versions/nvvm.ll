; What LLVM 23 has instead of old intrinsics of NVPTX.
declare float @llvm.nvvm.atomic.load.add.f32.p0(ptr, float)
declare i32 @llvm.nvvm.abs.i(i32)
declare float @llvm.nvvm.h2f(i16)
declare i32 @llvm.nvvm.atomic.cas.gen.i.cta.i32.p0(ptr, i32, i32)
define i32 @f(ptr %p, float %x, i32 %i, i16 %bits) {
  %a = call float @llvm.nvvm.atomic.load.add.f32.p0(ptr %p, float %x)
  %b = call i32 @llvm.nvvm.abs.i(i32 %i)
  %c = call float @llvm.nvvm.h2f(i16 %bits)
  %d = call i32 @llvm.nvvm.atomic.cas.gen.i.cta.i32.p0(ptr %p, i32 %i, i32 %b)
  ret i32 %d
}

; LLVM 23 has instructions for atomic operations of NVPTX with a scope.
declare float @llvm.nvvm.atomic.add.gen.f.cta.f32.p0(ptr, float)
declare i32 @llvm.nvvm.atomic.max.gen.i.sys.i32.p0(ptr, i32)
declare i32 @llvm.x86.bmi.pdep.32(i32, i32)
define i32 @f(ptr %p, float %x, i32 %i) {
  %a = call float @llvm.nvvm.atomic.add.gen.f.cta.f32.p0(ptr %p, float %x)
  %b = call i32 @llvm.nvvm.atomic.max.gen.i.sys.i32.p0(ptr %p, i32 %i)
  %c = call i32 @llvm.x86.bmi.pdep.32(i32 %b, i32 %i)
  ret i32 %c
}

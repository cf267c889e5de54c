; ModuleID = '<stdin>'
source_filename = "<stdin>"

; Function Attrs: nocallback nounwind memory(argmem: readwrite)
declare i32 @llvm.nvvm.atomic.cas.gen.i.cta.i32.p0(ptr captures(none), i32, i32) #0

define i32 @f(ptr %p, float %x, i32 %i, i16 %bits) {
  %1 = atomicrmw fadd ptr %p, float %x seq_cst, align 4
  %neg = sub i32 0, %i
  %abs.cond = icmp sge i32 %i, 0
  %abs = select i1 %abs.cond, i32 %i, i32 %neg
  %h2f = call float @llvm.convert.from.fp16.f32(i16 %bits)
  %d = call i32 @llvm.nvvm.atomic.cas.gen.i.cta.i32.p0(ptr %p, i32 %i, i32 %abs)
  ret i32 %d
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.convert.from.fp16.f32(i16) #1

attributes #0 = { nocallback nounwind memory(argmem: readwrite) }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(none) }

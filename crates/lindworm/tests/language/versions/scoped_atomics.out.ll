; ModuleID = '<stdin>'
source_filename = "<stdin>"

; Function Attrs: nocallback nounwind memory(argmem: readwrite)
declare float @llvm.nvvm.atomic.add.gen.f.cta.f32.p0(ptr captures(none), float) #0

; Function Attrs: nocallback nounwind memory(argmem: readwrite)
declare i32 @llvm.nvvm.atomic.max.gen.i.sys.i32.p0(ptr captures(none), i32) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i32 @llvm.x86.bmi.pdep.32(i32, i32) #1

define i32 @f(ptr %p, float %x, i32 %i) {
  %a = call float @llvm.nvvm.atomic.add.gen.f.cta.f32.p0(ptr %p, float %x)
  %b = call i32 @llvm.nvvm.atomic.max.gen.i.sys.i32.p0(ptr %p, i32 %i)
  %c = call i32 @llvm.x86.bmi.pdep.32(i32 %b, i32 %i)
  ret i32 %c
}

attributes #0 = { nocallback nounwind memory(argmem: readwrite) }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(none) }

; ModuleID = '<stdin>'
source_filename = "<stdin>"

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i16 @llvm.convert.to.fp16.f32(float) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare double @llvm.convert.from.fp16.f64(i16) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <4 x i16> @llvm.aarch64.neon.vcvtfp2hf(<4 x float>) #0

define double @f(float %x, <4 x float> %v) {
  %bits = call i16 @llvm.convert.to.fp16.f32(float %x)
  %four = call <4 x i16> @llvm.aarch64.neon.vcvtfp2hf(<4 x float> %v)
  %back = call double @llvm.convert.from.fp16.f64(i16 %bits)
  ret double %back
}

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(none) }

; ModuleID = '<stdin>'
source_filename = "<stdin>"

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i16 @llvm.convert.to.fp16.f32(float) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i16 @llvm.convert.to.fp16.f64(double) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare float @llvm.convert.from.fp16.f32(i16) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare double @llvm.convert.from.fp16.f64(i16) #0

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(none) }

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fabs.f64(double) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fabs.f32(float) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.canonicalize.f32(float) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.round.f32(float) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.ldexp.f32.i32(float, i32) #0

define double @extended(float %x) {
  %a = call float @llvm.fabs.f32(float %x)
  %b = fpext float %a to double
  %c = call double @llvm.fabs.f64(double %b)
  ret double %c
}

define float @truncated(double %x) {
  %a = call double @llvm.fabs.f64(double %x)
  %b = fptrunc double %a to float
  %c = call float @llvm.fabs.f32(float %b)
  ret float %c
}

define float @truncated_number(double nofpclass(nan) %x) {
  %a = call double @llvm.fabs.f64(double %x)
  %b = fptrunc double %a to float
  ret float %b
}

define float @quieted(float %x) {
  %a = call float @llvm.fabs.f32(float %x)
  %b = call float @llvm.canonicalize.f32(float %a)
  %c = call float @llvm.fabs.f32(float %b)
  ret float %c
}

define float @rounded(float %x) {
  %a = call float @llvm.fabs.f32(float %x)
  %b = call float @llvm.round.f32(float %a)
  %c = call float @llvm.fabs.f32(float %b)
  ret float %c
}

define float @scaled(float %x, i32 %e) {
  %a = call float @llvm.fabs.f32(float %x)
  %b = call float @llvm.ldexp.f32.i32(float %a, i32 %e)
  %c = call float @llvm.fabs.f32(float %b)
  ret float %c
}

attributes #0 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

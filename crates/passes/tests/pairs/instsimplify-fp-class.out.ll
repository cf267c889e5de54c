; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fabs.f32(float) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.sqrt.f32(float) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.minnum.f32(float, float) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.maximum.f32(float, float) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i1 @llvm.is.fpclass.f32(float, i32 immarg) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #1

define i1 @square_is_not_negative(float noundef %x) {
  ret i1 false
}

define float @positive_needs_no_fabs(float nofpclass(nan ninf nzero nsub nnorm) %x) {
  ret float %x
}

define float @finite_times_zero(float nofpclass(nan inf) %x) {
  ret float -0.000000e+00
}

define i1 @assumed_finite(float %x) {
  %c = call i1 @llvm.is.fpclass.f32(float %x, i32 504)
  call void @llvm.assume(i1 %c)
  ret i1 true
}

define i1 @ordered_if_less(float %x, float %y) {
  ret i1 false
}

define float @root_of_nonnegative(float %x) {
  %a = call float @llvm.fabs.f32(float %x)
  %s = call nnan float @llvm.sqrt.f32(float %a)
  ret float %s
}

define float @minimum_with_nan(float %x) {
  ret float %x
}

define float @maximum_with_infinity(float %x) {
  ret float 0x7FF0000000000000
}

define float @flushed_sum() #2 {
  ret float -0.000000e+00
}

define i1 @flushed_operand(float %x) #3 {
  ret i1 true
}

attributes #0 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
attributes #2 = { "denormal-fp-math"="preserve-sign,ieee" }
attributes #3 = { "denormal-fp-math"="ieee,positive-zero" }

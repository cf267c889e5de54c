target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare double @pow(double, double)

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.pow.f64(double, double) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.exp2.f64(double) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.cos.f64(double) #0

declare double @floor(double)

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i1 @llvm.vector.reduce.or.v4i1(<4 x i1>) #1

define double @square(double %x) {
  %square = fmul double %x, %x
  ret double %square
}

define double @root(double %x) {
  %sqrt = call double @llvm.sqrt.f64(double %x)
  %abs = call double @llvm.fabs.f64(double %sqrt)
  %isinf = fcmp oeq double %x, 0xFFF0000000000000
  %r = select i1 %isinf, double 0x7FF0000000000000, double %abs
  ret double %r
}

define double @power_of_two(double %x) {
  %mul = fmul double %x, 2.000000e+00
  %exp2 = call double @llvm.exp2.f64(double %mul)
  ret double %exp2
}

define double @scaled(i16 %n) {
  %1 = sext i16 %n to i32
  %r = call double @llvm.ldexp.f64.i32(double 1.000000e+00, i32 %1)
  ret double %r
}

define double @even(double %x) {
  %r = call double @llvm.cos.f64(double %x)
  ret double %r
}

define double @rounded(double %x) {
  %r = call double @llvm.floor.f64(double %x)
  ret double %r
}

define float @narrow_sum(float %x, float %y) {
  %r = fadd float %x, %y
  ret float %r
}

define i1 @any(<4 x i1> %v) {
  %1 = bitcast <4 x i1> %v to i4
  %r = icmp ne i4 %1, 0
  ret i1 %r
}

define i32 @element(<4 x i16> %v) {
  %1 = extractelement <4 x i16> %v, i64 1
  %r = sext i16 %1 to i32
  ret i32 %r
}

define float @element_of_shuffle(<2 x float> %a, <2 x float> %b) {
  %r = extractelement <2 x float> %b, i64 1
  ret float %r
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.sqrt.f64(double) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fabs.f64(double) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.ldexp.f64.i32(double, i32) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.floor.f64(double) #0

attributes #0 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

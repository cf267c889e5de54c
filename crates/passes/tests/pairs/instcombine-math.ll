; passes: instcombine
target triple = "x86_64-unknown-linux-gnu"

declare double @pow(double, double)
declare double @llvm.pow.f64(double, double)
declare double @llvm.exp2.f64(double)
declare double @llvm.cos.f64(double)
declare double @floor(double)
declare i1 @llvm.vector.reduce.or.v4i1(<4 x i1>)

define double @square(double %x) {
  %r = call double @pow(double %x, double 2.0)
  ret double %r
}

define double @root(double %x) {
  %r = call double @llvm.pow.f64(double %x, double 0.5)
  ret double %r
}

define double @power_of_two(double %x) {
  %r = call double @llvm.pow.f64(double 4.0, double %x)
  ret double %r
}

define double @scaled(i16 %n) {
  %f = sitofp i16 %n to double
  %r = call double @llvm.exp2.f64(double %f)
  ret double %r
}

define double @even(double %x) {
  %n = fneg double %x
  %r = call double @llvm.cos.f64(double %n)
  ret double %r
}

define double @rounded(double %x) {
  %r = call double @floor(double %x)
  ret double %r
}

define float @narrow_sum(float %x, float %y) {
  %a = fpext float %x to double
  %b = fpext float %y to double
  %s = fadd double %a, %b
  %r = fptrunc double %s to float
  ret float %r
}

define i1 @any(<4 x i1> %v) {
  %r = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %v)
  ret i1 %r
}

define i32 @element(<4 x i16> %v) {
  %w = sext <4 x i16> %v to <4 x i32>
  %r = extractelement <4 x i32> %w, i64 1
  ret i32 %r
}

define float @element_of_shuffle(<2 x float> %a, <2 x float> %b) {
  %s = shufflevector <2 x float> %a, <2 x float> %b, <2 x i32> <i32 3, i32 0>
  %r = extractelement <2 x float> %s, i64 0
  ret float %r
}

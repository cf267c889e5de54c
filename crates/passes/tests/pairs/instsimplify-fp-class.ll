; passes: instsimplify
declare float @llvm.fabs.f32(float)
declare float @llvm.sqrt.f32(float)
declare float @llvm.minnum.f32(float, float)
declare float @llvm.maximum.f32(float, float)
declare i1 @llvm.is.fpclass.f32(float, i32)
declare void @llvm.assume(i1)

define i1 @square_is_not_negative(float noundef %x) {
  %s = fmul float %x, %x
  %c = fcmp olt float %s, 0.0
  ret i1 %c
}

define float @positive_needs_no_fabs(float nofpclass(nan ninf nsub nnorm nzero) %x) {
  %a = call float @llvm.fabs.f32(float %x)
  ret float %a
}

define float @finite_times_zero(float nofpclass(nan inf) %x) {
  %a = call float @llvm.fabs.f32(float %x)
  %m = fmul float %a, -0.0
  ret float %m
}

define i1 @assumed_finite(float %x) {
  %c = call i1 @llvm.is.fpclass.f32(float %x, i32 504)
  call void @llvm.assume(i1 %c)
  %o = fcmp ord float %x, 0.0
  ret i1 %o
}

define i1 @ordered_if_less(float %x, float %y) {
  %o = fcmp uno float %x, 0.0
  %l = fcmp olt float %y, %x
  %r = and i1 %o, %l
  ret i1 %r
}

define float @root_of_nonnegative(float %x) {
  %a = call float @llvm.fabs.f32(float %x)
  %s = call nnan float @llvm.sqrt.f32(float %a)
  %r = call float @llvm.fabs.f32(float %s)
  ret float %r
}

define float @minimum_with_nan(float %x) {
  %r = call float @llvm.minnum.f32(float %x, float 0x7FF8000000000000)
  ret float %r
}

define float @maximum_with_infinity(float %x) {
  %r = call nnan float @llvm.maximum.f32(float %x, float 0x7FF0000000000000)
  ret float %r
}

define float @flushed_sum() "denormal-fp-math"="preserve-sign,ieee" {
  %r = fadd float 0xB810000000000000, 0x3800000000000000
  ret float %r
}

define i1 @flushed_operand(float %x) "denormal-fp-math"="ieee,positive-zero" {
  %r = fcmp oeq float 0x3800000000000000, 0.0
  ret i1 %r
}

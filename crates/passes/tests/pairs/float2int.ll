; passes: float2int
define i32 @sum(i8 %x, i8 %y) {
  %a = sitofp i8 %x to float
  %b = uitofp i8 %y to float
  %product = fmul float %a, %b
  %sum = fadd float %product, -7.0
  %result = fptosi float %sum to i32
  ret i32 %result
}

define i1 @compare(i16 %x, i16 %y) {
  %a = uitofp i16 %x to double
  %b = sitofp i16 %y to double
  %negated = fneg double %b
  %less = fcmp ult double %a, %negated
  ret i1 %less
}

; The product needs more bits than a float has.
define i32 @too_large(i16 %x, i16 %y) {
  %a = uitofp i16 %x to float
  %b = uitofp i16 %y to float
  %product = fmul float %a, %b
  %result = fptosi float %product to i32
  ret i32 %result
}

; A half is not an integer.
define i32 @fraction(i8 %x) {
  %a = uitofp i8 %x to float
  %sum = fadd float %a, 0.5
  %result = fptosi float %sum to i32
  ret i32 %result
}

; The sum is used as a number with a fraction.
define float @other_use(i8 %x, ptr %p) {
  %a = uitofp i8 %x to float
  %sum = fadd float %a, 1.0
  %result = fptosi float %sum to i32
  store i32 %result, ptr %p
  ret float %sum
}

; The two classes have nothing in common.
define i32 @classes(i8 %x, float %f) {
  %a = uitofp i8 %x to float
  %b = fadd float %a, 3.0
  %c = fptoui float %b to i32
  %d = fadd float %f, 3.0
  %e = fptoui float %d to i32
  %sum = add i32 %c, %e
  ret i32 %sum
}

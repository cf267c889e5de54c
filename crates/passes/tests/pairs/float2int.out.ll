
define i32 @sum(i8 %x, i8 %y) {
  %1 = sext i8 %x to i32
  %2 = zext i8 %y to i32
  %product1 = mul i32 %1, %2
  %sum2 = add i32 %product1, -7
  ret i32 %sum2
}

define i1 @compare(i16 %x, i16 %y) {
  %1 = zext i16 %x to i32
  %2 = sext i16 %y to i32
  %negated1 = sub i32 0, %2
  %less2 = icmp slt i32 %1, %negated1
  ret i1 %less2
}

define i32 @too_large(i16 %x, i16 %y) {
  %a = uitofp i16 %x to float
  %b = uitofp i16 %y to float
  %product = fmul float %a, %b
  %result = fptosi float %product to i32
  ret i32 %result
}

define i32 @fraction(i8 %x) {
  %a = uitofp i8 %x to float
  %sum = fadd float %a, 5.000000e-01
  %result = fptosi float %sum to i32
  ret i32 %result
}

define float @other_use(i8 %x, ptr %p) {
  %a = uitofp i8 %x to float
  %sum = fadd float %a, 1.000000e+00
  %result = fptosi float %sum to i32
  store i32 %result, ptr %p, align 4
  ret float %sum
}

define i32 @classes(i8 %x, float %f) {
  %1 = zext i8 %x to i32
  %b1 = add i32 %1, 3
  %d = fadd float %f, 3.000000e+00
  %e = fptoui float %d to i32
  %sum = add i32 %b1, %e
  ret i32 %sum
}

; literals of LLVM 23: bits, hexadecimal numbers, infinities and NaNs; a decimal is rounded to its type
@bits.half = constant half f0x3C00
@bits.bfloat = constant bfloat f0x3F80
@bits.float = constant float f0x3F800000
@bits.double = constant double f0x3ff8000000000000
@bits.x86 = constant x86_fp80 f0x3FFF8000000000000000
@bits.fp128 = constant fp128 f0x3FFF0000000000000000000000000001
@bits.ppc = constant ppc_fp128 f0x00000000000000013FF0000000000000
@hex.double = constant double 0x1.8p3
@hex.negative = constant float -0x1.fp+4
@hex.positive = constant half +0xa.8P-2
@hex.least = constant float 0x1.0p-149
@hex.zero = constant double -0x0.0p0
@inf.half = constant half +inf
@inf.ppc = constant ppc_fp128 -inf
@qnan.float = constant float +qnan
@qnan.x86 = constant x86_fp80 -qnan
@nan.double = constant double -nan(0x1)
@nan.too.wide = constant float +nan(0xfffffffff)
@nan.ppc = constant ppc_fp128 +nan(0x1)
@snan.bfloat = constant bfloat +snan(0x1)
@snan.no.payload = constant double +snan(0x0)
@snan.fp128 = constant fp128 -snan(0x1234)
@rounded.half = constant half 0.1
@rounded.float = constant float 1.3
@rounded.tie = constant half 1.00048828125
@rounded.x86 = constant x86_fp80 0.1
@rounded.fp128 = constant fp128 2.5
@rounded.ppc = constant ppc_fp128 0.1
@in.vector = constant <2 x float> <float +inf, float 1.5>

; Labels are still labels.
define float @f(float %x) {
-inf:
  br label %0

0:
  %y = fadd float %x, +inf
  ret float %y
}

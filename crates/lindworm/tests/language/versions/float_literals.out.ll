; ModuleID = '<stdin>'
source_filename = "<stdin>"

@bits.half = constant half 0xH3C00
@bits.bfloat = constant bfloat 0xR3F80
@bits.float = constant float 1.000000e+00
@bits.double = constant double 1.500000e+00
@bits.x86 = constant x86_fp80 0xK3FFF8000000000000000
@bits.fp128 = constant fp128 0xL00000000000000013FFF000000000000
@bits.ppc = constant ppc_fp128 0xM3FF00000000000000000000000000001
@hex.double = constant double 1.200000e+01
@hex.negative = constant float -3.100000e+01
@hex.positive = constant half 0xH4140
@hex.least = constant float 0x36A0000000000000
@hex.zero = constant double -0.000000e+00
@inf.half = constant half 0xH7C00
@inf.ppc = constant ppc_fp128 0xMFFF00000000000000000000000000000
@qnan.float = constant float 0x7FF8000000000000
@qnan.x86 = constant x86_fp80 0xKFFFFC000000000000000
@nan.double = constant double 0xFFF8000000000001
@nan.too.wide = constant float 0x7FFFFFFFE0000000
@nan.ppc = constant ppc_fp128 0xM7FF80000000000000000000000000000
@snan.bfloat = constant bfloat 0xR7F81
@snan.no.payload = constant double 0x7FF4000000000000
@snan.fp128 = constant fp128 0xL0000000000001234FFFF000000000000
@rounded.half = constant half 0xH2E66
@rounded.float = constant float 0x3FF4CCCCC0000000
@rounded.tie = constant half 0xH3C00
@rounded.x86 = constant x86_fp80 0xK3FFBCCCCCCCCCCCCCCCD
@rounded.fp128 = constant fp128 0xL00000000000000004000400000000000
@rounded.ppc = constant ppc_fp128 0xM3FB999999999999ABC5999999999999A
@in.vector = constant <2 x float> <float 0x7FF0000000000000, float 1.500000e+00>

define float @f(float %x) {
-inf:
  br label %0

0:                                                ; preds = %-inf
  %y = fadd float %x, 0x7FF0000000000000
  ret float %y
}

; ModuleID = '<stdin>'
source_filename = "<stdin>"

@zero = global double -0.000000e+00
@tenth = global float 0x3FB99999A0000000
@pi = global double 0x400921FB54442D18
@infinity = global double 0x7FF0000000000000
@negative_infinity = global x86_fp80 0xKFFFF8000000000000000
@quiet = global float 0x7FF8000000000000
@payload = global double 0xFFF8000000000001
@signaling = global half 0xH7C01
@least = global bfloat 0xR0001
@one = global x86_fp80 0xK3FFF8000000000000000
@more_than_one = global fp128 0xL00000000000000013FFF000000000000
@pair = global ppc_fp128 0xM3FF00000000000003CA0000000000000
@nan_pair = global ppc_fp128 0xM7FF80000000000000000000000000001
@both = global [2 x float] [float 0x7FF0000000000000, float 5.000000e-01]
@same = global <2 x half> splat (half 0xH2E66)

; ModuleID = '<stdin>'
source_filename = "<stdin>"

@zero = global double -0.000000e+00
@tenth = global float 1.000000e-01
@pi = global double f0x400921FB54442D18
@infinity = global double +inf
@negative_infinity = global x86_fp80 -inf
@quiet = global float +qnan
@payload = global double -nan(0x1)
@signaling = global half +snan(0x1)
@least = global bfloat 9.183550e-41
@one = global x86_fp80 1.000000e+00
@more_than_one = global fp128 f0x3FFF0000000000000000000000000001
@pair = global ppc_fp128 f0x3CA00000000000003FF0000000000000
@nan_pair = global ppc_fp128 f0x00000000000000017FF8000000000000
@both = global [2 x float] [float +inf, float 5.000000e-01]
@same = global <2 x half> splat (half 9.997550e-02)

; ModuleID = '<stdin>'
source_filename = "<stdin>"

@a = global half 0xH3C00
@b = global half 0xH7E00
@c = global bfloat 0xR3F80
@d = global bfloat 0xR7FC1
@e = global x86_fp80 0xK3FFF8000000000000000
@f = global fp128 0xL00000000000000003FFF000000000000
@g = global ppc_fp128 0xM3FF00000000000000000000000000000
@h = global half 0xH0001
@l = global half 0xH2E66

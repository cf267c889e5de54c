; ModuleID = '<stdin>'
source_filename = "<stdin>"

declare void @f(half, bfloat, float, double, x86_fp80, fp128, ppc_fp128)

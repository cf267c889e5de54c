; ModuleID = '<stdin>'
source_filename = "<stdin>"

@a = global [2 x i32] zeroinitializer
@b = global { i32, ptr } zeroinitializer
@c = global <2 x float> zeroinitializer
@d = global <2 x float> <float 0.000000e+00, float -0.000000e+00>
@e = global i32 0
@f = global ptr null
@g = global double 0.000000e+00

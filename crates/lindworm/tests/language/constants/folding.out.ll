; ModuleID = '<stdin>'
source_filename = "<stdin>"

@a = global i32 1
@b = global ptr null
@c = global i64 0
@d = global i32 4
@e = global i32 -2
@f = global float 1.000000e+00
@g = global <2 x i16> bitcast (<1 x i32> splat (i32 65537) to <2 x i16>)

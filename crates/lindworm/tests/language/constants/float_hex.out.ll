; ModuleID = '<stdin>'
source_filename = "<stdin>"

@a = global double 1.000000e+00
@b = global double 0x7FF0000000000000
@c = global double 0xFFF0000000000000
@d = global double 0x7FF8000000000000
@e = global double 0xFFF8000000000001
@f = global float 0x3FB99999A0000000
@g = global float 0x7FF8000000000000
@h = global float 0x36A0000000000000
@i = global double 4.940660e-324
@j = global float 0x7FF4000000000000
@k = global float 0xFFF0000020000000

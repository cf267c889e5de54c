; ModuleID = '<stdin>'
source_filename = "<stdin>"

@a = global double 1.000000e+00
@b = global double 1.500000e+300
@c = global double 1.250000e-01
@d = global double 1.000000e-01
@e = global double -0.000000e+00
@f = global double 0x400921FB54442D18
@g = global float 1.000000e+00
@h = global float 5.000000e-01
@i = global double 0x419D6F3454000000
@j = global double 1.000000e+10
@k = global float 0x4170000000000000
@l = global double 1.000000e+05
@m = global double 2.500000e+00

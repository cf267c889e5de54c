; Decimal numbers that are exact come out in decimal, with six digits where they suffice
@a = global double 1.0
@b = global double 1.5e300
@c = global double 1.25e-1
@d = global double 0.1
@e = global double -0.0
@f = global double 3.141592653589793
@g = global float 1.0e+00
@h = global float 0.5
@i = global double 123456789.0
@j = global double 1.0e10
@k = global float 16777216.0
@l = global double 1.e5
@m = global double +2.5

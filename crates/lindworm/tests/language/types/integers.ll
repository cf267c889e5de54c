; Integers of any width
@a = global i1 true
@b = global i7 -64
@c = global i8 255
@d = global i128 -170141183460469231731687303715884105728
@e = global i65 18446744073709551616
@f = external global i8388607

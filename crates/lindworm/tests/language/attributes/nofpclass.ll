; Classes of floating-point values that do not occur
declare void @a(float nofpclass(nan) %x, float nofpclass(snan qnan) %y, float nofpclass(inf) %z)
declare void @b(float nofpclass(all) %x, float nofpclass(nan inf) %y, float nofpclass(pinf ninf) %z)
declare void @c(float nofpclass(zero sub norm) %x, float nofpclass(nsub pnorm psub nnorm pzero nzero) %y)
declare void @d(float nofpclass(1) %x, float nofpclass(1023) %y, float nofpclass(144) %z)

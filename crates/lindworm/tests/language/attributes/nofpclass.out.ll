; ModuleID = '<stdin>'
source_filename = "<stdin>"

declare void @a(float nofpclass(nan), float nofpclass(nan), float nofpclass(inf))

declare void @b(float nofpclass(all), float nofpclass(nan inf), float nofpclass(inf))

declare void @c(float nofpclass(zero sub norm), float nofpclass(zero sub norm))

declare void @d(float nofpclass(snan), float nofpclass(all), float nofpclass(sub))

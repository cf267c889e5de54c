; ModuleID = '<stdin>'
source_filename = "<stdin>"

declare fastcc void @a()

declare void @b()

declare cc999 void @c()

declare x86_stdcallcc void @d()

declare cc1023 void @e()

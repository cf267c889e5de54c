; ModuleID = '<stdin>'
source_filename = "<stdin>"

@a = global i8 -1
@b = global i8 -1
@c = global i8 -1
@d = global i8 -1
@e = global i16 -2

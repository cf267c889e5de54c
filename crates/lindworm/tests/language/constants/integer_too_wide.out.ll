; ModuleID = '<stdin>'
source_filename = "<stdin>"

@a = global i8 0
@b = global i8 127
@c = global i16 1

; ModuleID = '<stdin>'
source_filename = "<stdin>"

@a = global i32 0
@b = global i32 123
@c = global i64 3735928559
@d = global i64 -32768

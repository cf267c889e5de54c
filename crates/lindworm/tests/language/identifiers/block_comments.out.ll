; ModuleID = '<stdin>'
source_filename = "<stdin>"

@a = global i32 0
@b = global i32 1

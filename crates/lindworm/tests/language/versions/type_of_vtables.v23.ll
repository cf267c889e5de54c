; ModuleID = '<stdin>'
source_filename = "<stdin>"

@x = global i32 0

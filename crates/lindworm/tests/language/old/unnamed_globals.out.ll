; ModuleID = '<stdin>'
source_filename = "<stdin>"

@0 = global i32 1
@1 = global i32 2

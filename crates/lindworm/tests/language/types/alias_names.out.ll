; ModuleID = '<stdin>'
source_filename = "<stdin>"

@a = global i32 7
@b = global <4 x i32> zeroinitializer

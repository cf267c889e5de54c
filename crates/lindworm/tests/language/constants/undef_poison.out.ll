; ModuleID = '<stdin>'
source_filename = "<stdin>"

@a = global i32 undef
@b = global i32 poison
@c = global [2 x i32] undef
@d = global { i32, i32 } undef
@e = global <2 x i32> poison
@f = global <2 x i32> <i32 undef, i32 poison>
@g = global ptr undef

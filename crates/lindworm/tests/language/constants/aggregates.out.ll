; ModuleID = '<stdin>'
source_filename = "<stdin>"

@a = global { i32, float, ptr } { i32 4, float 1.700000e+01, ptr @a }
@b = global [2 x i32] [i32 42, i32 11]
@c = global <4 x i32> <i32 42, i32 11, i32 74, i32 100>
@d = global { i32, [1 x { i8 }] } zeroinitializer
@e = global { i32, i32 } { i32 undef, i32 poison }

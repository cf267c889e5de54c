; ModuleID = '<stdin>'
source_filename = "<stdin>"

@a = constant [3 x i8] c"AB\00"
@b = constant [3 x i8] zeroinitializer
@c = constant [2 x i16] [i16 65, i16 0]
@d = constant [2 x i8] c"\FF\80"

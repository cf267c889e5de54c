; ModuleID = '<stdin>'
source_filename = "<stdin>"

@a = constant [4 x i8] c"a\00b\0A"
@b = constant [3 x i8] c"\22\\\7F"
@c = constant [2 x i8] c"\C3\A9"
@d = constant [3 x i8] c"\\\\n"
@e = constant [4 x i8] c"a\\zb"
@f = constant [0 x i8] zeroinitializer

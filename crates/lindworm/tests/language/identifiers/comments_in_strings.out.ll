; ModuleID = '<stdin>'
source_filename = "<stdin>"

@s = constant [5 x i8] c"a;b;c"
@"x;y" = global i32 0

; ModuleID = '<stdin>'
source_filename = "<stdin>"

@s = external global { i8, i32 }
@f = global ptr getelementptr ({ i8, i32 }, ptr @s, i32 0, i32 1)

; ModuleID = '<stdin>'
source_filename = "<stdin>"

@a = global ptr @a
@b = global { i32, ptr } { i32 1, ptr getelementptr inbounds ({ i32, ptr }, ptr @b, i32 0, i32 1) }

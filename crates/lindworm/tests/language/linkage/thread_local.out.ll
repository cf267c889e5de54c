; ModuleID = '<stdin>'
source_filename = "<stdin>"

@a = thread_local global i32 0
@b = thread_local(localdynamic) global i32 0
@c = thread_local(initialexec) global i32 0
@d = thread_local(localexec) global i32 0
@e = external thread_local global i32

@f = thread_local alias i32, ptr @a

; ModuleID = '<stdin>'
source_filename = "<stdin>"

declare void @a()

declare extern_weak void @b()

declare void @c()

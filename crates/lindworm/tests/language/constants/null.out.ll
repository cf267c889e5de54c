; ModuleID = '<stdin>'
source_filename = "<stdin>"

@a = global ptr null
@b = global ptr addrspace(3) null
@c = global [2 x ptr] [ptr null, ptr @a]

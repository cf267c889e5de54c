; ModuleID = '<stdin>'
source_filename = "<stdin>"

@a = global ptr null
@b = global ptr addrspace(4) null

declare ptr addrspace(5) @f(ptr, ptr)

; null is a pointer in any address space
@a = global ptr null
@b = global ptr addrspace(3) null
@c = global [2 x ptr] [ptr null, ptr @a]

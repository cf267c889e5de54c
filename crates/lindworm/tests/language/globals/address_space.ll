; The address space of a variable is part of its type
@a = addrspace(1) global i32 0
@b = addrspace(3) constant ptr addrspace(1) @a
@c = external addrspace(16777215) global i8

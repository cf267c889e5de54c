; 2:39: expected top-level entity
@g = external global ptr addrspace(2) addrspace(1) constant i32 1

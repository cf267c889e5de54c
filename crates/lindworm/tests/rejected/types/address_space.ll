; 3:25: invalid address space, must be a 24-bit integer
; An address space has 24 bits
@a = external addrspace(16777216) global i32

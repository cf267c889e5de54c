; 3:26: alignment is not a power of two
; An alignment is a power of two
@a = global i32 0, align 3

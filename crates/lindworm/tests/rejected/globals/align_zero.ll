; 3:26: alignment is not a power of two
; An alignment is not zero
@a = global i32 0, align 0

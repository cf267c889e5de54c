; 3:27: alignment is not a power of two
; An alignment of a parameter is a power of two
declare void @f(ptr align 6 %p)

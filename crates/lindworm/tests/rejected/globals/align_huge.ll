; 3:26: huge alignments are not supported yet
; An alignment is at most 2^32
@a = global i32 0, align 8589934592

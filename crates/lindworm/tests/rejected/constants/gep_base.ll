; 3:17: base of getelementptr must be a pointer
; An address is found from a pointer
@a = global ptr getelementptr (i8, i32 1, i32 0)

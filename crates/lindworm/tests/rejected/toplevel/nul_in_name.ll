; 3:1: NUL character is not allowed in names
; A name has no zero byte
@"a\00b" = global i32 0

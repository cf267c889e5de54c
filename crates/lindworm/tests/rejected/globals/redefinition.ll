; 4:1: redefinition of global '@a'
; A global has one definition
@a = global i32 0
@a = global i32 1

; 4:1: unterminated comment
; A comment that begins with /* ends with */
@a = global i32 0
/* never ends

; 4:1: expected '{' in function body
; A definition has a body
define void @f()

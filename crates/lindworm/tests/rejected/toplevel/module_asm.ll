; 3:12: expected string constant
; module asm wants a string
module asm nop

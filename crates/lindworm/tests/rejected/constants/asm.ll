; 3:17: invalid type for inline asm constraint string
; Inline assembler is only called
@a = global ptr asm "nop", ""

;--- a
module asm "a:"
;--- b
module asm "b:"
module asm "  nop"
;--- linked
module asm "a:"
module asm "b:"
module asm "  nop"

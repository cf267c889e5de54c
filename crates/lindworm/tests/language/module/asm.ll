; Each line of module asm comes out as one directive
module asm ".globl foo"
module asm "foo:\09nop\0A\09ret"
module asm ""
module asm "\22quoted\22"

; LLVM 23 writes module-level inline assembler as one block.
module asm "first"
module asm "\22second\22"
@x = global i32 0

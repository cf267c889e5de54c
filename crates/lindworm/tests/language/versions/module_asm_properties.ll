; Blocks of module-level inline assembler may have properties since LLVM 23.
module asm "first"
module asm(target_features: "+a", target_cpu: "c")
  "second"
  "third"
module asm(target_cpu: "c\22d")
  "fourth"
module asm "fifth"
@x = global i32 0

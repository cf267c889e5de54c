; module-level inline assembler with properties: neighbours with the same properties are one piece
module asm(target_cpu: "x", target_features: "+a,-b") "first" "second"
module asm(target_features: "+a,-b", target_cpu: "x") "third"
module asm "plain"
module asm(target_cpu: "y", target_cpu: "z")
    "last"

; ModuleID = '<stdin>'
source_filename = "<stdin>"

module asm(target_features: "+a,-b", target_cpu: "x")
    "first"
    "second"
    "third"
module asm
    "plain"
module asm(target_cpu: "z")
    "last"

; ModuleID = '<stdin>'
source_filename = "<stdin>"

module asm
    "first"
module asm(target_features: "+a", target_cpu: "c")
    "second"
    "third"
module asm(target_cpu: "c\22d")
    "fourth"
module asm
    "fifth"

@x = global i32 0

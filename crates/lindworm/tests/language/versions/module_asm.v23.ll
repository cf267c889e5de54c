; ModuleID = '<stdin>'
source_filename = "<stdin>"

module asm
    "first"
    "\22second\22"

@x = global i32 0

; ModuleID = '<stdin>'
source_filename = "<stdin>"

module asm ".globl foo"
module asm "foo:\09nop"
module asm "\09ret"
module asm "\22quoted\22"

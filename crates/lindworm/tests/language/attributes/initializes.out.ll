; ModuleID = '<stdin>'
source_filename = "<stdin>"

declare void @a(ptr initializes((0, 4)))

declare void @b(ptr initializes((-8, 0), (4, 8)))

; ModuleID = '<stdin>'
source_filename = "<stdin>"

@a = global i1 true
@b = global i1 false
@c = global i1 true
@d = global i1 false
@e = global i1 true

; ModuleID = '<stdin>'
source_filename = "<stdin>"

declare void @f()

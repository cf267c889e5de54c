; ModuleID = '<stdin>'
source_filename = "<stdin>"

; ModuleID = '<stdin>'
source_filename = "a \22b\22 \\.c"

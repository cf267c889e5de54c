; ModuleID = '<stdin>'
source_filename = "<stdin>"

@a = global i32 0 #0

attributes #0 = { "key" "other"="v" }

; ModuleID = '<stdin>'
source_filename = "<stdin>"

%used = type { i64 }

@a = global %used zeroinitializer

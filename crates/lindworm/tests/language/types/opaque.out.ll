; ModuleID = '<stdin>'
source_filename = "<stdin>"

%o = type opaque

@x = external global %o

declare void @f(ptr byval(i32), ptr)

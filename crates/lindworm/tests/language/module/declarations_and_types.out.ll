; ModuleID = '<stdin>'
source_filename = "<stdin>"

%a = type { %b, ptr }
%b = type { i32 }
%c = type opaque

@x = global %a zeroinitializer
@y = external global %c

declare void @f(ptr byval(%a), ptr sret(%b))

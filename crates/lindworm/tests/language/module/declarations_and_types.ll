; Named types come out in the order in which they are first used
%b = type { i32 }
%a = type { %b, ptr }
%unused = type { i8 }
%c = type opaque
@x = global %a zeroinitializer
declare void @f(ptr byval(%a), ptr sret(%b))
@y = external global %c

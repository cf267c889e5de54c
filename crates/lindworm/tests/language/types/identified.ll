; Identified structs, numbered ones after named ones
%0 = type { i32 }
%point = type { i32, i32 }
%packed = type <{ i8, %0 }>
%"odd name" = type { %point }
%empty = type {}
@a = global %0 { i32 1 }
@b = global %packed zeroinitializer
@c = global %"odd name" zeroinitializer
@d = global %empty zeroinitializer

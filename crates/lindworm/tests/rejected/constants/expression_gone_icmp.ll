; 5:16: icmp constexprs are no longer supported
; Comparisons that do not fold are no constants any more
@x = external global i32
@y = external global i32
@a = global i1 icmp ult (ptr @x, ptr @y)

; 3:16: icmp constexprs are no longer supported
; Comparisons are no constant expressions any more
@a = global i1 icmp eq (i32 1, i32 2)

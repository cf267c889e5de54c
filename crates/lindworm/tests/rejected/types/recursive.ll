; 4:1: identified structure type 't' is recursive
; A struct does not hold itself
%t = type { i32, %t }
@a = global %t zeroinitializer

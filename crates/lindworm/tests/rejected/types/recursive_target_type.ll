; 4:1: identified structure type 'A' is recursive
; A struct is not a parameter of a type that it holds either
%A = type { i8, target("t", %A) }
@g = external global %A

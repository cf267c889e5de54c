; 6:1: identified structure type 'C' is recursive
; The struct that closes the circle is the one that is wrong, before what follows
%A = type { { %B } }
%B = type { ptr, [0 x %C] }
%C = type { %A }
wrong
%D = type { %D }

; 4:16: invalid type for undef constant
; undef is of a type with a size
%o = type opaque
@a = global %o undef

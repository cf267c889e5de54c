; 4:1: redefinition of type
; A type is defined once
%t = type { i32 }
%t = type { i8 }

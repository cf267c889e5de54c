; 3:19: floating point constant invalid for type
; A decimal number is exact in its type
@a = global float 0.1

; 3:19: floating point constant invalid for type
; a decimal number is not greater than the greatest one of its type
@a = global float 1.0e40

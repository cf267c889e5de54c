; 3:22: bitwidth for integer type out of range
; An integer has at most 2^23 bits
@a = external global i8388609

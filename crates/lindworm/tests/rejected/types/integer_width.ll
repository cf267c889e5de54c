; 3:13: bitwidth for integer type out of range
; An integer has at least one bit
@a = global i0 0

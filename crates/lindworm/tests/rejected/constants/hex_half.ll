; 3:18: floating point constant does not have type 'half'
; A half has four hexadecimal digits
@a = global half 0xK00

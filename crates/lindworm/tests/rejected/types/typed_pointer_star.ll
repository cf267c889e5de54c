; 3:16: ptr* is invalid - use ptr instead
; ptr takes no star
@a = global ptr* null

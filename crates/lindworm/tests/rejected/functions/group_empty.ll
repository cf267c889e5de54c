; 3:1: attribute group has no attributes
; A group has attributes
attributes #0 = { }

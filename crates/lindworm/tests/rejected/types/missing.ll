; 3:13: expected type
; Where a type should be there is none
@a = global 5

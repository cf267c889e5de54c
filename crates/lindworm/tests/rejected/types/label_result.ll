; 3:9: invalid function return type
; A function does not give a label
declare label @f()

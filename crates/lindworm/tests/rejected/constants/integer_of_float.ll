; 3:19: integer constant must have integer type
; An integer is no floating-point number
@a = global float 1

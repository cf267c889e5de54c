; 3:34: expected unsigned integer
; An expression holds unsigned numbers
!0 = !DIExpression(DW_OP_constu, -1)

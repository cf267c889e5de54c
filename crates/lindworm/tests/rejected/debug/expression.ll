; 3:20: invalid DWARF op 'DW_OP_nothing'
; An operation exists
!0 = !DIExpression(DW_OP_nothing)

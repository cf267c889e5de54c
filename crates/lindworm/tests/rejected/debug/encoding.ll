; 3:29: invalid DWARF type attribute encoding 'DW_ATE_nothing'
; An encoding exists
!0 = !DIBasicType(encoding: DW_ATE_nothing)

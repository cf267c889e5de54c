; 3:24: invalid DWARF tag 'DW_TAG_nothing'
; A tag exists
!0 = !DIBasicType(tag: DW_TAG_nothing)

; 3:40: invalid DWARF language 'DW_LANG_Klingon'
; A language exists
!0 = distinct !DICompileUnit(language: DW_LANG_Klingon, file: !1)

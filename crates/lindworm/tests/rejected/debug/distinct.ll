; 3:6: missing 'distinct', required for !DICompileUnit
; A compile unit is distinct
!0 = !DICompileUnit(language: DW_LANG_C, file: !1)
!1 = !DIFile(filename: "a", directory: "b")

; 3:75: expected emission kind
; An emission kind exists
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: Everything)

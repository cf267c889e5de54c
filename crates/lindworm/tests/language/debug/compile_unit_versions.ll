; A language by name and version, and without a name for its number
!llvm.dbg.cu = !{!0, !2, !3}
!llvm.module.flags = !{!8}
!0 = distinct !DICompileUnit(sourceLanguageName: DW_LNAME_C, sourceLanguageVersion: 202311, file: !1)
!1 = !DIFile(filename: "a.c", directory: "")
!2 = distinct !DICompileUnit(language: 65535, file: !1, emissionKind: NoDebug, nameTableKind: None)
!3 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: DebugDirectivesOnly, nameTableKind: Apple)
!8 = !{i32 2, !"Debug Info Version", i32 3}

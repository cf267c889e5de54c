; the dialect of a compile unit, by name or number
!llvm.dbg.cu = !{!0, !1}
!llvm.module.flags = !{!3}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !2, sdk: "s", dialect: DW_LLVM_LANG_DIALECT_simt)
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, dialect: 2)
!2 = !DIFile(filename: "f.cpp", directory: "/")
!3 = !{i32 2, !"Debug Info Version", i32 3}

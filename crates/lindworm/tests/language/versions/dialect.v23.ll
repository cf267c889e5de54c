; ModuleID = '<stdin>'
source_filename = "<stdin>"

!llvm.dbg.cu = !{!0, !2}
!llvm.module.flags = !{!3}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: NoDebug, sdk: "s", dialect: DW_LLVM_LANG_DIALECT_simt)
!1 = !DIFile(filename: "f.cpp", directory: "/")
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: NoDebug, dialect: DW_LLVM_LANG_DIALECT_tile)
!3 = !{i32 2, !"Debug Info Version", i32 3}

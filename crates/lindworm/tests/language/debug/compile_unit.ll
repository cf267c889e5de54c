; Compile units, with every field and with few
!llvm.dbg.cu = !{!0, !9}
!llvm.module.flags = !{!8}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "clang", isOptimized: true, flags: "-O2", runtimeVersion: 2, splitDebugFilename: "abc.debug", emissionKind: FullDebug, enums: !2, retainedTypes: !3, globals: !4, imports: !5, macros: !6, dwoId: 42, splitDebugInlining: false, debugInfoForProfiling: true, nameTableKind: GNU, rangesBaseAddress: true, sysroot: "/", sdk: "MacOSX.sdk")
!1 = !DIFile(filename: "a.c", directory: "/d")
!2 = !{!7}
!3 = !{!10}
!4 = !{}
!5 = !{}
!6 = !{}
!7 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "e", file: !1, line: 1, size: 32, elements: !4)
!8 = !{i32 2, !"Debug Info Version", i32 3}
!9 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !1, isOptimized: false, emissionKind: LineTablesOnly)
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)

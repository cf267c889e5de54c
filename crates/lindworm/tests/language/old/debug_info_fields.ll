; Fields of debug information up to LLVM 6: one has another name, the others are none any more.
define void @f() !dbg !3 {
  ret void
}

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!9}
!named = !{!0}
!0 = !DINamespace(name: "n", scope: null, file: !1, line: 5)
!1 = !DIFile(filename: "a.c", directory: "/", checksumkind: CSK_None, checksum: "")
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!3 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !6, isDefinition: true, unit: !2, variables: !5)
!4 = !{null}
!5 = !{!7}
!6 = !DISubroutineType(types: !4)
!7 = !DILocalVariable(name: "x", scope: !3, file: !1, line: 2)
!9 = !{i32 2, !"Debug Info Version", i32 3}

; !dbg of instructions
define i32 @f() !dbg !4 {
  %1 = add i32 1, 2, !dbg !DILocation(line: 3, column: 4, scope: !4)
  br label %2, !dbg !9
2:
  ret i32 %1, !dbg !9, !foo !{}
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "f", directory: "d")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !5, spFlags: DISPFlagDefinition, unit: !0)
!5 = !DISubroutineType(types: !{null})
!9 = !DILocation(line: 2, column: 3, scope: !4)

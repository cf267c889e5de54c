; Blocks, locations, labels, local variables
!named = !{!0, !1, !2, !3, !4, !5, !6, !7}
!0 = distinct !DILexicalBlock(scope: !8, file: !9, line: 7, column: 35)
!1 = !DILexicalBlockFile(scope: !0, file: !9, discriminator: 3)
!2 = !DILocation(line: 2900, column: 42, scope: !1, inlinedAt: !3)
!3 = distinct !DILocation(line: 0, scope: !8, isImplicitCode: true)
!4 = !DILocalVariable(name: "this", arg: 1, scope: !8, file: !9, line: 7, type: !10, flags: DIFlagArtificial | DIFlagObjectPointer, align: 32, annotations: !{})
!5 = !DILocalVariable(scope: !0)
!6 = !DILabel(scope: !8, name: "l", file: !9, line: 7, column: 3, isArtificial: true, coroSuspendIdx: 1)
!7 = !DILocation(line: 1, column: 2, scope: !8, atomGroup: 1, atomRank: 2)
!8 = distinct !DISubprogram(name: "s", file: !9, unit: !11)
!11 = distinct !DICompileUnit(language: DW_LANG_C, file: !9)
!llvm.dbg.cu = !{!11}
!llvm.module.flags = !{!12}
!12 = !{i32 2, !"Debug Info Version", i32 3}
!9 = !DIFile(filename: "f", directory: "d")
!10 = !DIBasicType(name: "int")

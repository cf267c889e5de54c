; ModuleID = '<stdin>'
source_filename = "<stdin>"

!named = !{!0, !4, !5, !6, !7, !10, !11, !12}
!llvm.dbg.cu = !{!3}
!llvm.module.flags = !{!13}

!0 = distinct !DILexicalBlock(scope: !2, file: !1, line: 7, column: 35)
!1 = !DIFile(filename: "f", directory: "d")
!2 = distinct !DISubprogram(name: "s", scope: null, file: !1, spFlags: DISPFlagDefinition, unit: !3)
!3 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: NoDebug)
!4 = !DILexicalBlockFile(scope: !0, file: !1, discriminator: 3)
!5 = !DILocation(line: 2900, column: 42, scope: !4, inlinedAt: !6)
!6 = distinct !DILocation(line: 0, scope: !2, isImplicitCode: true)
!7 = !DILocalVariable(name: "this", arg: 1, scope: !2, file: !1, line: 7, type: !8, flags: DIFlagArtificial | DIFlagObjectPointer, align: 32, annotations: !9)
!8 = !DIBasicType(name: "int")
!9 = !{}
!10 = !DILocalVariable(scope: !0)
!11 = !DILabel(scope: !2, name: "l", file: !1, line: 7, column: 3, isArtificial: true, coroSuspendIdx: 1)
!12 = !DILocation(line: 1, column: 2, scope: !2, atomGroup: 1, atomRank: 2)
!13 = !{i32 2, !"Debug Info Version", i32 3}

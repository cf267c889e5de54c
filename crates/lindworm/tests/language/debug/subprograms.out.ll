; ModuleID = '<stdin>'
source_filename = "<stdin>"

!named = !{!0, !7}

!0 = !DISubprogram(name: "foo", linkageName: "_Zfoov", scope: !1, file: !1, line: 7, type: !2, scopeLine: 8, containingType: !5, virtualIndex: 10, thisAdjustment: -4, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagPureVirtual | DISPFlagLocalToUnit | DISPFlagOptimized, templateParams: !4, retainedNodes: !4, thrownTypes: !6, annotations: !4, targetFuncName: "t", keyInstructions: true)
!1 = !DIFile(filename: "f", directory: "d")
!2 = !DISubroutineType(types: !3)
!3 = !{null}
!4 = !{}
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!6 = !{!5}
!7 = distinct !DISubprogram(name: "bar", scope: !1, virtualIndex: 0, spFlags: DISPFlagVirtual | DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !8, declaration: !0)
!8 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: NoDebug)

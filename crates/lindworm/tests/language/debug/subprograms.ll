; Functions: every field, flags of both kinds
!named = !{!0, !1}
!0 = !DISubprogram(name: "foo", linkageName: "_Zfoov", scope: !2, file: !2, line: 7, type: !3, scopeLine: 8, containingType: !4, virtualIndex: 10, thisAdjustment: -4, flags: DIFlagPrototyped | DIFlagPublic, spFlags: DISPFlagPureVirtual | DISPFlagLocalToUnit | DISPFlagOptimized, templateParams: !{}, retainedNodes: !{}, thrownTypes: !{!4}, annotations: !{}, targetFuncName: "t", keyInstructions: true)
!1 = distinct !DISubprogram(name: "bar", scope: !2, isLocal: true, isDefinition: true, virtuality: DW_VIRTUALITY_virtual, isOptimized: true, unit: !5, declaration: !0)
!2 = !DIFile(filename: "f", directory: "d")
!3 = !DISubroutineType(types: !{null})
!4 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!5 = distinct !DICompileUnit(language: DW_LANG_C, file: !2)

; ModuleID = '<stdin>'
source_filename = "<stdin>"

!named = !{!0, !5}
!llvm.module.flags = !{!6}

!0 = !DILabel(scope: !1, name: "a", file: !2)
!1 = distinct !DISubprogram(name: "f", scope: !2, file: !2, line: 1, type: !3, spFlags: DISPFlagDefinition, unit: !4)
!2 = !DIFile(filename: "f", directory: "")
!3 = !DISubroutineType(types: null)
!4 = distinct !DICompileUnit(language: DW_LANG_C, file: !2, isOptimized: false, runtimeVersion: 0, emissionKind: NoDebug)
!5 = !DILabel(scope: !1, name: "b", file: !2, line: 3)
!6 = !{i32 2, !"Debug Info Version", i32 3}

; ModuleID = '<stdin>'
source_filename = "<stdin>"

define i32 @f() !dbg !3 {
  %1 = add i32 1, 2, !dbg !6
  br label %2, !dbg !7

2:                                                ; preds = %0
  ret i32 %1, !dbg !7, !foo !8
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "f", directory: "d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", scope: null, file: !1, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !0)
!4 = !DISubroutineType(types: !5)
!5 = !{null}
!6 = !DILocation(line: 3, column: 4, scope: !3)
!7 = !DILocation(line: 2, column: 3, scope: !3)
!8 = !{}

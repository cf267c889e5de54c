
define i32 @f(i32 %x) !dbg !3 {
entry:
    #dbg_value(i32 0, !6, !DIExpression(), !8)
  br label %exit

exit:
    #dbg_value(i32 poison, !6, !DIExpression(), !8)
    #dbg_value(i32 %x, !9, !DIExpression(), !8)
  ret i32 %x
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", scope: null, file: !1, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !0)
!4 = !DISubroutineType(types: !5)
!5 = !{null}
!6 = !DILocalVariable(name: "i", scope: !3, file: !1, line: 2, type: !7)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILocation(line: 2, column: 3, scope: !3)
!9 = !DILocalVariable(name: "x", scope: !3, file: !1, line: 2, type: !7)

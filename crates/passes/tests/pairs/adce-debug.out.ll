
define i32 @f(i32 %x) !dbg !3 {
    #dbg_value(i32 %x, !6, !DIExpression(DW_OP_plus_uconst, 4, DW_OP_stack_value), !7)
  ret i32 %x, !dbg !7
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", scope: null, file: !1, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !0)
!4 = !DISubroutineType(types: !5)
!5 = !{}
!6 = !DILocalVariable(name: "v", scope: !3, file: !1, line: 2)
!7 = !DILocation(line: 3, scope: !3)

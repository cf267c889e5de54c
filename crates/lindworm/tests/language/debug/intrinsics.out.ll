; ModuleID = '<stdin>'
source_filename = "<stdin>"

define void @f(i32 %x) !dbg !3 {
  %a = alloca i32, align 4
    #dbg_declare(ptr %a, !6, !DIExpression(), !8)
    #dbg_value(i32 %x, !6, !DIExpression(), !8)
    #dbg_value(i32 7, !6, !DIExpression(), !8)
    #dbg_label(!9, !8)
  ret void, !dbg !8
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "f", directory: "d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", scope: null, file: !1, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !0)
!4 = !DISubroutineType(types: !5)
!5 = !{null}
!6 = !DILocalVariable(name: "v", scope: !3, file: !1, line: 2, type: !7)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILocation(line: 2, column: 3, scope: !3)
!9 = !DILabel(scope: !3, name: "l", file: !1, line: 2)

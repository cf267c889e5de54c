
declare void @g(i32)

define void @f(i32 %n) !dbg !3 {
entry:
    #dbg_value(i32 %n, !6, !DIExpression(), !8)
    #dbg_value(i32 0, !9, !DIExpression(), !8)
  %c1 = icmp slt i32 0, %n
  br i1 %c1, label %body.lr.ph, label %exit

body.lr.ph:
  br label %body

body:
  %i2 = phi i32 [ 0, %body.lr.ph ], [ %next, %body ]
    #dbg_value(i32 %i2, !9, !DIExpression(), !8)
  call void @g(i32 %i2)
    #dbg_value(i32 %i2, !6, !DIExpression(), !8)
  %next = add i32 %i2, 1
    #dbg_value(i32 %n, !6, !DIExpression(), !8)
    #dbg_value(i32 %next, !9, !DIExpression(), !8)
  %c = icmp slt i32 %next, %n
  br i1 %c, label %body, label %header.exit_crit_edge

header.exit_crit_edge:
  br label %exit

exit:
    #dbg_value(i32 poison, !6, !DIExpression(), !8)
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", scope: null, file: !1, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !0)
!4 = !DISubroutineType(types: !5)
!5 = !{null}
!6 = !DILocalVariable(name: "n", scope: !3, file: !1, line: 2, type: !7)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILocation(line: 2, column: 3, scope: !3)
!9 = !DILocalVariable(name: "i", scope: !3, file: !1, line: 2, type: !7)

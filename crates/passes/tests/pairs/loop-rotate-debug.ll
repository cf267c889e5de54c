; passes: loop-rotate
; The copy of the header describes the variable before the loop, and the inserted phi describes it in the loop.
declare void @g(i32)

define void @f(i32 %n) !dbg !4 {
entry:
    #dbg_value(i32 %n, !8, !DIExpression(), !9)
  br label %header
header:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
    #dbg_value(i32 %n, !8, !DIExpression(), !9)
    #dbg_value(i32 %i, !7, !DIExpression(), !9)
  %c = icmp slt i32 %i, %n
  br i1 %c, label %body, label %exit
body:
  call void @g(i32 %i)
    #dbg_value(i32 %i, !8, !DIExpression(), !9)
  %next = add i32 %i, 1
    #dbg_value(i32 %next, !7, !DIExpression(), !9)
  br label %header
exit:
    #dbg_value(i32 %i, !8, !DIExpression(), !9)
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !{null}
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = !DILocalVariable(name: "i", scope: !4, file: !1, line: 2, type: !6)
!8 = !DILocalVariable(name: "n", scope: !4, file: !1, line: 2, type: !6)
!9 = !DILocation(line: 2, column: 3, scope: !4)

; passes: loop-deletion
; The variables of a deleted loop have no known value after it, unless they are described by values from outside.
define i32 @f(i32 %x) !dbg !4 {
entry:
    #dbg_value(i32 0, !7, !DIExpression(), !9)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
    #dbg_value(i32 %i, !7, !DIExpression(), !9)
    #dbg_value(i32 %x, !8, !DIExpression(), !9)
  %next = add nuw nsw i32 %i, 1
    #dbg_value(i32 %next, !7, !DIExpression(), !9)
  %c = icmp ne i32 %next, 3
  br i1 %c, label %loop, label %exit
exit:
  ret i32 %x
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
!8 = !DILocalVariable(name: "x", scope: !4, file: !1, line: 2, type: !6)
!9 = !DILocation(line: 2, column: 3, scope: !4)

; passes: dce
; A record describes a sum by both operands.
define void @f(i32 %n, i32 %x, ptr %p) !dbg !4 {
e:
  %a = add nsw i32 %x, %n, !dbg !8
    #dbg_value(i32 %a, !7, !DIExpression(), !8)
  ret void, !dbg !8
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !5, spFlags: DISPFlagDefinition, unit: !0)
!5 = !DISubroutineType(types: !{null})
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = !DILocalVariable(name: "a", scope: !4, file: !1, line: 2, type: !6)
!8 = !DILocation(line: 2, column: 3, scope: !4)

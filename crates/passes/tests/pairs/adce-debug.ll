; passes: adce
; A record of a value that goes names what it was computed from.
define i32 @f(i32 %x) !dbg !3 {
  %dead = add i32 %x, 4, !dbg !6
    #dbg_value(i32 %dead, !5, !DIExpression(), !6)
  ret i32 %x, !dbg !6
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !0)
!4 = !DISubroutineType(types: !{})
!5 = !DILocalVariable(name: "v", scope: !3, file: !1, line: 2)
!6 = !DILocation(line: 3, scope: !3)

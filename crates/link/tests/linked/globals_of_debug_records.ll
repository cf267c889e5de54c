;--- a
define void @a() {
  ret void
}
;--- b
declare void @first()
declare void @second()
declare void @third()

define void @b() !dbg !3 {
    #dbg_value(ptr @third, !5, !DIExpression(), !7)
  call void @second(), !dbg !7
  call void @first(), !dbg !7
  ret void, !dbg !7
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "b.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "b", scope: !1, file: !1, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !0)
!4 = !DISubroutineType(types: !6)
!5 = !DILocalVariable(name: "v", scope: !3, file: !1, line: 2)
!6 = !{null}
!7 = !DILocation(line: 2, scope: !3)
;--- linked
define void @a() {
  ret void
}

define void @b() !dbg !3 {
    #dbg_value(ptr @third, !6, !DIExpression(), !7)
  call void @second(), !dbg !7
  call void @first(), !dbg !7
  ret void, !dbg !7
}

declare void @second()

declare void @third()

declare void @first()

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "b.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "b", scope: !1, file: !1, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !0)
!4 = !DISubroutineType(types: !5)
!5 = !{null}
!6 = !DILocalVariable(name: "v", scope: !3, file: !1, line: 2)
!7 = !DILocation(line: 2, scope: !3)

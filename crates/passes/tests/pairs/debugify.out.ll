
define i32 @f(i32 %x) !dbg !5 {
entry:
  %y = add i32 %x, 1, !dbg !12
    #dbg_value(i32 %y, !9, !DIExpression(), !12)
  br label %end, !dbg !13

end:                                              ; preds = %entry
  %p = phi i32 [ %y, %entry ], !dbg !14
    #dbg_value(i32 %p, !11, !DIExpression(), !14)
  ret i32 %p, !dbg !15
}

define internal void @nothing() !dbg !16 {
    #dbg_value(i32 0, !18, !DIExpression(), !19)
  ret void, !dbg !19
}

!llvm.dbg.cu = !{!0}
!llvm.debugify = !{!2, !3}
!llvm.module.flags = !{!4}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "debugify", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "<stdin>", directory: "/")
!2 = !{i32 5}
!3 = !{i32 3}
!4 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "f", linkageName: "f", scope: null, file: !1, line: 1, type: !6, scopeLine: 1, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !8)
!6 = !DISubroutineType(types: !7)
!7 = !{}
!8 = !{!9, !11}
!9 = !DILocalVariable(name: "1", scope: !5, file: !1, line: 1, type: !10)
!10 = !DIBasicType(name: "ty32", size: 32, encoding: DW_ATE_unsigned)
!11 = !DILocalVariable(name: "2", scope: !5, file: !1, line: 3, type: !10)
!12 = !DILocation(line: 1, column: 1, scope: !5)
!13 = !DILocation(line: 2, column: 1, scope: !5)
!14 = !DILocation(line: 3, column: 1, scope: !5)
!15 = !DILocation(line: 4, column: 1, scope: !5)
!16 = distinct !DISubprogram(name: "nothing", linkageName: "nothing", scope: null, file: !1, line: 5, type: !6, scopeLine: 5, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !17)
!17 = !{!18}
!18 = !DILocalVariable(name: "3", scope: !16, file: !1, line: 5, type: !10)
!19 = !DILocation(line: 5, column: 1, scope: !16)


define void @f(i1 %c, i1 %d) !dbg !3 {
entry:
  br i1 %c, label %loop.preheader, label %other, !dbg !6

other:                                            ; preds = %entry
  br i1 %d, label %loop.preheader, label %out, !dbg !6

loop.preheader:                                   ; preds = %entry, %other
  br label %loop, !dbg !7

loop:                                             ; preds = %loop.preheader, %loop
  br i1 %d, label %loop, label %out.loopexit, !dbg !6, !llvm.loop !8

out.loopexit:                                     ; preds = %loop
  br label %out, !dbg !6

out:                                              ; preds = %out.loopexit, %other
  ret void, !dbg !6
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", scope: null, file: !1, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !0)
!4 = !DISubroutineType(types: !5)
!5 = !{null}
!6 = !DILocation(line: 2, scope: !3)
!7 = !DILocation(line: 9, column: 3, scope: !3)
!8 = distinct !{!8, !7}

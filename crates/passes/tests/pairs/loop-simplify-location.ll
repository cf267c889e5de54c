; passes: loop-simplify
; The branch of a new preheader has the location in the loop's metadata.
define void @f(i1 %c, i1 %d) !dbg !3 {
entry:
  br i1 %c, label %loop, label %other, !dbg !5
other:
  br i1 %d, label %loop, label %out, !dbg !5
loop:
  br i1 %d, label %loop, label %out, !dbg !5, !llvm.loop !7
out:
  ret void, !dbg !5
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !4, unit: !0)
!4 = !DISubroutineType(types: !{null})
!5 = !DILocation(line: 2, scope: !3)
!6 = !DILocation(line: 9, column: 3, scope: !3)
!7 = distinct !{!7, !6}

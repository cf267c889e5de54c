; LLVM 23 writes the line of a label even if it is 0. LLVM 22 does not, and does not read what it writes then.
!named = !{!0, !1}
!llvm.module.flags = !{!5}
!0 = !DILabel(scope: !2, name: "a", file: !3, line: 0)
!1 = !DILabel(scope: !2, name: "b", file: !3, line: 3)
!2 = distinct !DISubprogram(name: "f", scope: !3, file: !3, line: 1, type: !6, unit: !4)
!3 = !DIFile(filename: "f", directory: "")
!4 = distinct !DICompileUnit(language: DW_LANG_C, file: !3)
!5 = !{i32 2, !"Debug Info Version", i32 3}
!6 = !DISubroutineType(types: null)

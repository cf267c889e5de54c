; Debug information of another version is dropped, with a warning
define void @f() !dbg !3 {
  ret void, !dbg !4
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1)
!1 = !DIFile(filename: "f", directory: "d")
!2 = !{i32 2, !"Debug Info Version", i32 1}
!3 = distinct !DISubprogram(name: "f", unit: !0)
!4 = !DILocation(line: 1, scope: !3)

;--- a
define void @a() !dbg !5 {
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cpp", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !4)
!4 = !{null, !7}
!5 = distinct !DISubprogram(name: "a", linkageName: "a", scope: !1, file: !1, line: 1, type: !3, spFlags: DISPFlagDefinition, unit: !0, declaration: !6)
!6 = !DISubprogram(name: "f", linkageName: "_ZN1S1fEv", scope: !7, file: !1, line: 1, type: !3, spFlags: 0)
!7 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "S", file: !1, line: 1, size: 8, elements: !8, identifier: "_ZTS1S")
!8 = !{!6}
;--- b
define void @b() !dbg !5 {
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "b.cpp", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !4)
!4 = !{null, !7}
!5 = distinct !DISubprogram(name: "b", linkageName: "b", scope: !1, file: !1, line: 1, type: !3, spFlags: DISPFlagDefinition, unit: !0, declaration: !6)
!6 = !DISubprogram(name: "f", linkageName: "_ZN1S1fEv", scope: !7, file: !1, line: 2, type: !3, spFlags: 0)
!7 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "S", file: !1, line: 2, size: 8, elements: !8, identifier: "_ZTS1S")
!8 = !{!6}
;--- linked
define void @a() !dbg !5 {
  ret void
}

define void @b() !dbg !11 {
  ret void
}

!llvm.dbg.cu = !{!0, !2}
!llvm.module.flags = !{!4}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.cpp", directory: "/")
!2 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !3, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!3 = !DIFile(filename: "b.cpp", directory: "/")
!4 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "a", linkageName: "a", scope: !1, file: !1, line: 1, type: !6, spFlags: DISPFlagDefinition, unit: !0, declaration: !10)
!6 = !DISubroutineType(types: !7)
!7 = !{null, !8}
!8 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "S", file: !1, line: 1, size: 8, elements: !9, identifier: "_ZTS1S")
!9 = !{!10}
!10 = !DISubprogram(name: "f", linkageName: "_ZN1S1fEv", scope: !8, file: !1, line: 1, type: !6, spFlags: 0)
!11 = distinct !DISubprogram(name: "b", linkageName: "b", scope: !3, file: !3, line: 1, type: !6, spFlags: DISPFlagDefinition, unit: !2, declaration: !10)

;--- a
define void @a() !dbg !3 {
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: FullDebug, retainedTypes: !4)
!1 = !DIFile(filename: "a.cpp", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "a", scope: !1, file: !1, line: 1, type: !6, unit: !0, spFlags: DISPFlagDefinition)
!4 = !{!5}
!5 = !DICompositeType(tag: DW_TAG_structure_type, name: "S", file: !1, flags: DIFlagFwdDecl, identifier: "S")
!6 = !DISubroutineType(types: !7)
!7 = !{null, !5}
;--- b
define void @b() !dbg !3 {
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: FullDebug, retainedTypes: !4)
!1 = !DIFile(filename: "b.cpp", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "b", scope: !1, file: !1, line: 1, type: !6, unit: !0, spFlags: DISPFlagDefinition)
!4 = !{!5}
!5 = !DICompositeType(tag: DW_TAG_structure_type, name: "S", file: !1, line: 3, size: 32, elements: !8, identifier: "S")
!6 = !DISubroutineType(types: !7)
!7 = !{null, !5}
!8 = !{!9}
!9 = !DIDerivedType(tag: DW_TAG_member, name: "x", scope: !5, file: !1, line: 4, baseType: !10, size: 32)
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
;--- linked
define void @a() !dbg !10 {
  ret void
}

define void @b() !dbg !13 {
  ret void
}

!llvm.dbg.cu = !{!0, !8}
!llvm.module.flags = !{!9}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !2)
!1 = !DIFile(filename: "a.cpp", directory: "/")
!2 = !{!3}
!3 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "S", file: !4, line: 3, size: 32, elements: !5, identifier: "S")
!4 = !DIFile(filename: "b.cpp", directory: "/")
!5 = !{!6}
!6 = !DIDerivedType(tag: DW_TAG_member, name: "x", scope: !3, file: !4, line: 4, baseType: !7, size: 32)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !4, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !2)
!9 = !{i32 2, !"Debug Info Version", i32 3}
!10 = distinct !DISubprogram(name: "a", scope: !1, file: !1, line: 1, type: !11, spFlags: DISPFlagDefinition, unit: !0)
!11 = !DISubroutineType(types: !12)
!12 = !{null, !3}
!13 = distinct !DISubprogram(name: "b", scope: !4, file: !4, line: 1, type: !11, spFlags: DISPFlagDefinition, unit: !8)

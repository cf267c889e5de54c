; ModuleID = '<stdin>'
source_filename = "<stdin>"

!named = !{!0, !2, !3, !4, !6, !7}

!0 = !DINamespace(name: "n", scope: !1, exportSymbols: true)
!1 = !DIFile(filename: "f", directory: "d")
!2 = !DINamespace(scope: null)
!3 = !DIModule(scope: !1, name: "M", configMacros: "-DX", includePath: "/i", apinotes: "/a", file: !1, line: 3, isDecl: true)
!4 = !DICommonBlock(scope: !5, declaration: null, name: "c", file: !1, line: 4)
!5 = !DISubprogram(name: "s", scope: null, spFlags: 0)
!6 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !0, entity: !3, file: !1, line: 7)
!7 = !DIImportedEntity(tag: DW_TAG_imported_declaration, name: "e", scope: !0, entity: !2, elements: !8)
!8 = !{}

; Namespaces, modules, common blocks, imported entities
!named = !{!0, !1, !2, !3, !4, !5}
!0 = !DINamespace(name: "n", scope: !6, exportSymbols: true)
!1 = !DINamespace(scope: null)
!2 = !DIModule(scope: !6, name: "M", configMacros: "-DX", includePath: "/i", apinotes: "/a", file: !6, line: 3, isDecl: true)
!3 = !DICommonBlock(scope: !8, declaration: null, name: "c", file: !6, line: 4)
!4 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !0, entity: !2, file: !6, line: 7)
!5 = !DIImportedEntity(tag: DW_TAG_imported_declaration, scope: !0, entity: !1, name: "e", elements: !{})
!6 = !DIFile(filename: "f", directory: "d")
!8 = !DISubprogram(name: "s", spFlags: 0)

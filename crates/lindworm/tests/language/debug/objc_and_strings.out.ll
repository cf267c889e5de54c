; ModuleID = '<stdin>'
source_filename = "<stdin>"

!named = !{!0, !3, !6, !7}

!0 = !DIObjCProperty(name: "foo", file: !1, line: 7, setter: "setFoo", getter: "getFoo", attributes: 7, type: !2)
!1 = !DIFile(filename: "f", directory: "d")
!2 = !DIBasicType(name: "int")
!3 = !DIStringType(name: "character(*)", stringLength: !4, stringLengthExpression: !DIExpression(), stringLocationExpression: !DIExpression(DW_OP_deref), size: 32, align: 8, encoding: DW_ATE_UTF)
!4 = !DILocalVariable(scope: !5)
!5 = !DISubprogram(scope: null, spFlags: 0)
!6 = !GenericDINode(tag: DW_TAG_structure_type, header: "some\00header", operands: {!1, null, !2})
!7 = distinct !GenericDINode(tag: DW_TAG_entry_point)

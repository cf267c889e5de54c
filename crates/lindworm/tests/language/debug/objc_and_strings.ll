; Objective-C properties, types of strings, generic nodes
!named = !{!0, !1, !2, !3}
!0 = !DIObjCProperty(name: "foo", file: !4, line: 7, setter: "setFoo", getter: "getFoo", attributes: 7, type: !5)
!1 = !DIStringType(name: "character(*)", stringLength: !6, stringLengthExpression: !DIExpression(), stringLocationExpression: !DIExpression(DW_OP_deref), size: 32, align: 8, encoding: DW_ATE_UTF)
!2 = !GenericDINode(tag: DW_TAG_structure_type, header: "some\00header", operands: {!4, null, !5})
!3 = distinct !GenericDINode(tag: 3)
!4 = !DIFile(filename: "f", directory: "d")
!5 = !DIBasicType(name: "int")
!6 = !DILocalVariable(scope: !7)
!7 = !DISubprogram(spFlags: 0)

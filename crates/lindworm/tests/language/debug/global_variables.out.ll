; ModuleID = '<stdin>'
source_filename = "<stdin>"

@g = global i32 0

!named = !{!0}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "foo", linkageName: "_foo", scope: !2, file: !2, line: 7, type: !3, isLocal: true, isDefinition: false, declaration: !4, templateParams: !5, align: 8, annotations: !5)
!2 = !DIFile(filename: "f", directory: "d")
!3 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!4 = !DIDerivedType(tag: DW_TAG_member, name: "d", baseType: !3)
!5 = !{}

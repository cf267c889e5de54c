; ModuleID = '<stdin>'
source_filename = "<stdin>"

!named = !{!0, !1, !5, !6, !8}

!0 = !DISubrange(count: 0)
!1 = !DISubrange(count: !2, lowerBound: 1)
!2 = !DILocalVariable(name: "n", scope: !3, type: !4)
!3 = !DISubprogram(name: "s", scope: null, spFlags: 0)
!4 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!5 = !DISubrange(lowerBound: !DIExpression(DW_OP_constu, 1), upperBound: 10, stride: -4)
!6 = !DISubrangeType(name: "R", file: !7, line: 3, size: 32, align: 32, baseType: !4, lowerBound: i64 1, upperBound: i64 10, stride: i64 2, bias: i64 -5)
!7 = !DIFile(filename: "f", directory: "d")
!8 = !DISubrange()

; Ranges of arrays, and types of ranges
!named = !{!0, !1, !2, !3, !4}
!0 = !DISubrange(count: 0)
!1 = !DISubrange(count: !5, lowerBound: 1)
!2 = !DISubrange(lowerBound: !DIExpression(DW_OP_constu, 1), upperBound: 10, stride: -4)
!3 = !DISubrangeType(name: "R", file: !6, line: 3, size: 32, align: 32, baseType: !7, lowerBound: i64 1, upperBound: i64 10, stride: i64 2, bias: i64 -5)
!4 = !DISubrange()
!5 = !DILocalVariable(name: "n", scope: !8, type: !7)
!6 = !DIFile(filename: "f", directory: "d")
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DISubprogram(name: "s", spFlags: 0)

; Fixed-point types have a scope, a file and a line in LLVM 23.
!types = !{!0, !1}
!0 = !DIFixedPointType(name: "cents", size: 32, encoding: DW_ATE_signed_fixed, kind: Decimal, factor: -2, scope: !2, file: !2, line: 7)
!1 = !DIFixedPointType(name: "thirds", size: 16, encoding: DW_ATE_unsigned_fixed, kind: Rational, numerator: 1, denominator: 3, file: !2, line: 4294967295)
!2 = !DIFile(filename: "money.adb", directory: "/")

; ModuleID = '<stdin>'
source_filename = "<stdin>"

!types = !{!0, !2}

!0 = !DIFixedPointType(name: "cents", scope: !1, file: !1, line: 7, size: 32, encoding: DW_ATE_signed_fixed, kind: Decimal, factor: -2)
!1 = !DIFile(filename: "money.adb", directory: "/")
!2 = !DIFixedPointType(name: "thirds", file: !1, line: 4294967295, size: 16, encoding: DW_ATE_unsigned_fixed, kind: Rational, numerator: 1, denominator: 3)

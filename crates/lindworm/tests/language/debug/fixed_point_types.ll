; Fixed-point types
!named = !{!0, !1, !2, !3, !4}
!0 = !DIFixedPointType(name: "a", size: 8, encoding: DW_ATE_signed_fixed, kind: Binary, factor: -4)
!1 = !DIFixedPointType(name: "b", size: 8, encoding: DW_ATE_unsigned_fixed, kind: Decimal, factor: -2)
!2 = !DIFixedPointType(name: "c", size: 8, encoding: DW_ATE_signed_fixed, kind: Rational, numerator: 3, denominator: 7)
; of a factor, 32 bits are kept
!3 = !DIFixedPointType(name: "d", size: 8, encoding: DW_ATE_signed_fixed, kind: Binary, factor: 4294967293)
!4 = !DIFixedPointType(name: "e", size: 8, encoding: DW_ATE_signed_fixed, kind: Binary, factor: 4294967296)

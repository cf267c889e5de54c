; Types of functions
!named = !{!0, !1, !2}
!0 = !DISubroutineType(types: !{null, !3, !3})
!1 = !DISubroutineType(cc: DW_CC_nocall, types: !{!3})
!2 = !DISubroutineType(flags: DIFlagLValueReference, cc: DW_CC_BORLAND_msfastcall, types: !{})
!3 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)

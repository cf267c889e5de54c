; ModuleID = '<stdin>'
source_filename = "<stdin>"

!named = !{!0, !3, !5}

!0 = !DISubroutineType(types: !1)
!1 = !{null, !2, !2}
!2 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!3 = !DISubroutineType(cc: DW_CC_nocall, types: !4)
!4 = !{!2}
!5 = !DISubroutineType(flags: DIFlagLValueReference, cc: DW_CC_BORLAND_msfastcall, types: !6)
!6 = !{}

; ModuleID = '<stdin>'
source_filename = "<stdin>"

!named = !{!0, !1, !2, !3}

!0 = !DIBasicType(name: "unsigned char", size: 8, align: 8, encoding: DW_ATE_unsigned_char)
!1 = !DIBasicType(tag: DW_TAG_unspecified_type, name: "decltype(nullptr)")
!2 = !DIBasicType(name: "x", size: 16, encoding: DW_ATE_signed, num_extra_inhabitants: 3, flags: DIFlagBigEndian)
!3 = !DIBasicType()

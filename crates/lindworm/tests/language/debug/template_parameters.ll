; Template parameters of the two kinds
!named = !{!0, !1, !2}
!0 = !DITemplateTypeParameter(type: !3)
!1 = !DITemplateValueParameter(tag: DW_TAG_GNU_template_template_param, name: "x", value: !"str")
!2 = !DITemplateValueParameter(type: !3, defaulted: true, value: !{})
!3 = !DIBasicType(name: "int")

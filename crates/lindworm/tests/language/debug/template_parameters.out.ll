; ModuleID = '<stdin>'
source_filename = "<stdin>"

!named = !{!0, !2, !3}

!0 = !DITemplateTypeParameter(type: !1)
!1 = !DIBasicType(name: "int")
!2 = !DITemplateValueParameter(tag: DW_TAG_GNU_template_template_param, name: "x", value: !"str")
!3 = !DITemplateValueParameter(type: !1, defaulted: true, value: !4)
!4 = !{}

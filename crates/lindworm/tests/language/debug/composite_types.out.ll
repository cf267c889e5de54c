; ModuleID = '<stdin>'
source_filename = "<stdin>"

!named = !{!0, !7, !12, !15, !17}

!0 = distinct !DICompositeType(tag: DW_TAG_enumeration_type, name: "SomeKind", file: !1, line: 15, baseType: !2, size: 32, align: 32, flags: DIFlagEnumClass, elements: !3, identifier: "_M4Enum")
!1 = !DIFile(filename: "f", directory: "d")
!2 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!3 = !{!4, !5, !6}
!4 = !DIEnumerator(name: "SixKind", value: 7)
!5 = !DIEnumerator(name: "Big", value: 18446744073709551615, isUnsigned: true)
!6 = !DIEnumerator(name: "NegEightKind", value: -8)
!7 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "S", scope: !1, elements: !8, runtimeLang: DW_LANG_ObjC, vtableHolder: !0, templateParams: !9)
!8 = !{}
!9 = !{!10, !11}
!10 = !DITemplateTypeParameter(name: "Ty", type: !2, defaulted: true)
!11 = !DITemplateValueParameter(name: "V", type: !2, value: i32 7)
!12 = !DICompositeType(tag: DW_TAG_array_type, baseType: !2, size: 128, flags: DIFlagVector, elements: !13)
!13 = !{!14}
!14 = !DISubrange(count: 5, lowerBound: 0)
!15 = !DICompositeType(tag: DW_TAG_variant_part, file: !1, offset: 8, discriminator: !16)
!16 = !DIDerivedType(tag: DW_TAG_member, name: "d", baseType: !2)
!17 = !DICompositeType(tag: DW_TAG_array_type, baseType: !2, elements: !18, dataLocation: !DIExpression(DW_OP_push_object_address, DW_OP_deref), associated: !21, allocated: !21, rank: !DIExpression(DW_OP_constu, 2))
!18 = !{!19, !20}
!19 = !DIGenericSubrange(lowerBound: !DIExpression(DW_OP_constu, 1), upperBound: !DIExpression(DW_OP_constu, 2), stride: !DIExpression(DW_OP_constu, 4))
!20 = !DISubrange(count: -1)
!21 = !DILocalVariable(name: "v", scope: !22, type: !2, flags: DIFlagArtificial)
!22 = !DISubprogram(name: "s", scope: null, spFlags: 0)

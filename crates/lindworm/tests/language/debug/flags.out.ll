; ModuleID = '<stdin>'
source_filename = "<stdin>"

!named = !{!0, !1, !2, !3}

!0 = !DIDerivedType(tag: DW_TAG_member, name: "a", baseType: null, flags: DIFlagProtected | DIFlagIndirectVirtualBase | DIFlagStaticMember)
!1 = !DIDerivedType(tag: DW_TAG_inheritance, name: "b", baseType: null, flags: DIFlagPublic)
!2 = !DICompositeType(tag: DW_TAG_class_type, name: "c", flags: DIFlagExportSymbols | DIFlagIntroducedVirtual | DIFlagTypePassByValue | DIFlagNonTrivial)
!3 = !DIDerivedType(tag: DW_TAG_member, name: "d", baseType: null, flags: 2147483648)

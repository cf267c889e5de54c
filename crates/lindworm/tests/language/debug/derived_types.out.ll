; ModuleID = '<stdin>'
source_filename = "<stdin>"

!named = !{!0, !2, !4, !5, !8, !9}

!0 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !1, size: 32, align: 32)
!1 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!2 = !DIDerivedType(tag: DW_TAG_typedef, name: "T", file: !3, line: 3, baseType: !1)
!3 = !DIFile(filename: "f", directory: "d")
!4 = !DIDerivedType(tag: DW_TAG_member, name: "m", scope: !2, file: !3, line: 4, baseType: !1, size: 32, align: 32, offset: 32, flags: DIFlagPublic)
!5 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64, dwarfAddressSpace: 1, annotations: !6)
!6 = !{!7}
!7 = !{!"btf", !"x"}
!8 = !DIDerivedType(tag: DW_TAG_member, name: "b", baseType: !1, size: 3, offset: 1, flags: DIFlagPrivate | DIFlagBitField, extraData: i64 0)
!9 = !DIDerivedType(tag: DW_TAG_LLVM_ptrauth_type, baseType: !0, ptrAuthKey: 2, ptrAuthIsAddressDiscriminated: true, ptrAuthExtraDiscriminator: 1234, ptrAuthIsaPointer: false, ptrAuthAuthenticatesNullValues: false)

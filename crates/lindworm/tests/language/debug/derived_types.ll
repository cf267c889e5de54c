; Types made from another
!named = !{!1, !2, !3, !4, !5, !6}
!0 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!1 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !0, size: 32, align: 32)
!2 = !DIDerivedType(tag: DW_TAG_typedef, name: "T", file: !7, line: 3, baseType: !0)
!3 = !DIDerivedType(tag: DW_TAG_member, name: "m", scope: !2, file: !7, line: 4, baseType: !0, size: 32, align: 32, offset: 32, flags: DIFlagPublic)
!4 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64, dwarfAddressSpace: 1, annotations: !{!{!"btf", !"x"}})
!5 = !DIDerivedType(tag: DW_TAG_member, name: "b", baseType: !0, size: 3, offset: 1, flags: DIFlagBitField | DIFlagPrivate, extraData: i64 0)
!6 = !DIDerivedType(tag: DW_TAG_LLVM_ptrauth_type, baseType: !1, ptrAuthKey: 2, ptrAuthIsAddressDiscriminated: true, ptrAuthExtraDiscriminator: 1234, ptrAuthIsaPointer: false, ptrAuthAuthenticatesNullValues: false)
!7 = !DIFile(filename: "f", directory: "d")

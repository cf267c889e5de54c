; 3:64: invalid debug info flag 'DIFlagRed'
; A flag exists
!0 = !DIDerivedType(tag: DW_TAG_member, baseType: null, flags: DIFlagRed)

; Named metadata; names with unusual characters are escaped
!llvm.ident = !{!0}
!empty = !{}
!odd\20name = !{!0, !0}
!0 = !{!"me"}

; ModuleID = '<stdin>'
source_filename = "<stdin>"

!llvm.ident = !{!0}
!empty = !{}
!odd\20name = !{!0, !0}

!0 = !{!"me"}

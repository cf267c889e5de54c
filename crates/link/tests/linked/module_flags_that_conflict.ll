;--- a
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"PIC Level", i32 1}
;--- b
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"PIC Level", i32 2}
;--- linked
!llvm.module.flags = !{!0}

!0 = !{i32 8, !"PIC Level", i32 1}

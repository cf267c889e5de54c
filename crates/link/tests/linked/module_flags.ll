;--- a
!llvm.module.flags = !{!0, !1, !2, !3, !4}
!0 = !{i32 1, !"error", i32 1}
!1 = !{i32 7, !"max", i32 1}
!2 = !{i32 8, !"min", i32 5}
!3 = !{i32 5, !"append", !{!"a"}}
!4 = !{i32 8, !"only here", i32 5}
;--- b
!llvm.module.flags = !{!0, !1, !2, !3, !4}
!0 = !{i32 1, !"error", i32 1}
!1 = !{i32 7, !"max", i32 3}
!2 = !{i32 8, !"min", i32 2}
!3 = !{i32 5, !"append", !{!"b"}}
!4 = !{i32 4, !"override", i32 2}
;--- linked
!llvm.module.flags = !{!0, !1, !2, !3, !5, !6}

!0 = !{i32 1, !"error", i32 1}
!1 = !{i32 7, !"max", i32 3}
!2 = !{i32 8, !"min", i32 2}
!3 = distinct !{i32 5, !"append", !4}
!4 = distinct !{!"a", !"b"}
!5 = !{i32 8, !"only here", i32 0}
!6 = !{i32 4, !"override", i32 2}

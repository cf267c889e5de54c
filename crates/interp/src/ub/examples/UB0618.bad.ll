; A struct of an int and a float: what was stored as its float is loaded as an int.
define i32 @main() {
  %p = alloca [8 x i8], align 4
  %f = getelementptr i8, ptr %p, i64 4
  store float 1.0, ptr %f, !tbaa !0 ; origin
  %v = load i32, ptr %f, !tbaa !1 ; UB
  ret i32 0
}

!0 = !{!2, !3, i64 4}
!1 = !{!4, !4, i64 0}
!2 = !{!"pair", !4, i64 0, !3, i64 4}
!3 = !{!"float", !5, i64 0}
!4 = !{!"int", !5, i64 0}
!5 = !{!"omnipotent char", !6, i64 0}
!6 = !{!"Simple C/C++ TBAA"}

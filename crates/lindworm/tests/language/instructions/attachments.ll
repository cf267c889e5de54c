; Metadata attachments come out by kind, the known kinds first
define void @f(ptr %p) {
  store i32 0, ptr %p, align 4, !foo !0, !tbaa !1, !bar !0, !nontemporal !3
  ret void, !odd\20kind !0
}
!0 = !{}
!1 = !{!2, !2, i64 0}
!2 = !{!"int", !4, i64 0}
!3 = !{i32 1}
!4 = !{!"root"}

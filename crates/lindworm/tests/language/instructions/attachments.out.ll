; ModuleID = '<stdin>'
source_filename = "<stdin>"

define void @f(ptr %p) {
  store i32 0, ptr %p, align 4, !tbaa !0, !nontemporal !3, !foo !4, !bar !4
  ret void, !odd\20kind !4
}

!0 = !{!1, !1, i64 0}
!1 = !{!"int", !2, i64 0}
!2 = !{!"root"}
!3 = !{i32 1}
!4 = !{}

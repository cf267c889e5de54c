; Type tags of the old form become access tags
define void @f(ptr %p) {
  %1 = load i32, ptr %p, align 4, !tbaa !0
  ret void
}
!0 = !{!"int", !1}
!1 = !{!"root"}

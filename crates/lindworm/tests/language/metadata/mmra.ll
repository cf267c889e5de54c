; Memory model relaxation annotations, and access groups
define void @f(ptr %p) {
  %1 = load i32, ptr %p, align 4, !llvm.access.group !0, !mmra !1
  store i32 1, ptr %p, align 4, !llvm.access.group !3, !mmra !2
  ret void
}
!0 = distinct !{}
!1 = !{!"amdgpu-as", !"local"}
!2 = !{!1, !{!"foo", !"bar"}}
!3 = !{!0, !4}
!4 = distinct !{}

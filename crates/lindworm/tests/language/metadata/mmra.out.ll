; ModuleID = '<stdin>'
source_filename = "<stdin>"

define void @f(ptr %p) {
  %1 = load i32, ptr %p, align 4, !llvm.access.group !0, !mmra !1
  store i32 1, ptr %p, align 4, !llvm.access.group !2, !mmra !4
  ret void
}

!0 = distinct !{}
!1 = !{!"amdgpu-as", !"local"}
!2 = !{!0, !3}
!3 = distinct !{}
!4 = !{!1, !5}
!5 = !{!"foo", !"bar"}

; ModuleID = '<stdin>'
source_filename = "<stdin>"

define void @f(ptr %p) {
  %1 = load i32, ptr %p, align 4, !tbaa !0, !range !3
  ret void, !x !4
}

!0 = !{!1, !1, i64 0}
!1 = !{!"int", !2}
!2 = !{!"root"}
!3 = !{i32 0, i32 5}
!4 = !{}

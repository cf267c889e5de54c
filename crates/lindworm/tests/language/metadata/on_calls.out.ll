; ModuleID = '<stdin>'
source_filename = "<stdin>"

declare float @sqrtf(float)

declare i32 @g()

define void @f(ptr %p) {
  %1 = call float @sqrtf(float 1.000000e+00), !fpmath !0
  %2 = call i32 @g(), !range !1, !annotation !2
  call void %p(), !callees !3
  %3 = call i32 @g(), !memprof !4, !callsite !7, !callee_type !8
  ret void
}

!0 = !{float 2.500000e+00}
!1 = !{i32 0, i32 1, i32 3, i32 4}
!2 = !{!"auto-init"}
!3 = !{ptr @f}
!4 = !{!5}
!5 = !{!6, !"cold"}
!6 = !{i64 123, i64 456}
!7 = !{i64 123}
!8 = !{!9}
!9 = !{i64 0, !"_ZTSFvE.generalized"}

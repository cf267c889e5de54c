; Metadata that calls carry
declare float @sqrtf(float)
declare i32 @g()
define void @f(ptr %p) {
  %1 = call float @sqrtf(float 1.0), !fpmath !0
  %2 = call i32 @g(), !range !1, !annotation !2
  call void %p(), !callees !3
  %3 = call i32 @g(), !callee_type !5, !memprof !7, !callsite !10
  ret void
}
!0 = !{float 2.5}
!1 = !{i32 0, i32 1, i32 3, i32 4}
!2 = !{!"auto-init"}
!3 = !{ptr @f}
!5 = !{!6}
!6 = !{i64 0, !"_ZTSFvE.generalized"}
!7 = !{!8}
!8 = !{!9, !"cold"}
!9 = !{i64 123, i64 456}
!10 = !{i64 123}

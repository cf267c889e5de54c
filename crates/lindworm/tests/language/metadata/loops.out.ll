; ModuleID = '<stdin>'
source_filename = "<stdin>"

define void @f(i1 %c) {
entry:
  br label %loop

loop:                                             ; preds = %loop, %entry
  br i1 %c, label %loop, label %out, !llvm.loop !0

out:                                              ; preds = %loop
  ret void
}

!0 = distinct !{!0, !1, !2, !3, !4}
!1 = !{!"llvm.loop.unroll.disable"}
!2 = !{!"llvm.loop.vectorize.width", i32 4}
!3 = !{!"llvm.loop.mustprogress"}
!4 = !{!"llvm.loop.parallel_accesses", !5}
!5 = distinct !{}

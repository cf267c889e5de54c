; ModuleID = '<stdin>'
source_filename = "<stdin>"

define void @f(i1 %c) {
  br label %loop

loop:                                             ; preds = %loop, %0
  br i1 %c, label %loop, label %out, !llvm.loop !0

out:                                              ; preds = %loop
  ret void
}

!0 = distinct !{!0, !1, !2}
!1 = !{!"llvm.vectorizer.width", i32 4}
!2 = !{!"llvm.vectorizer.unroll", i32 2}

; Loop hints under their former names
define void @f(i1 %c) {
  br label %loop
loop:
  br i1 %c, label %loop, label %out, !llvm.loop !0
out:
  ret void
}
!0 = distinct !{!0, !1, !2}
!1 = !{!"llvm.vectorizer.width", i32 4}
!2 = !{!"llvm.vectorizer.unroll", i32 2}

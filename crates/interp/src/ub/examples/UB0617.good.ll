@array = global [8 x i32] zeroinitializer

define i32 @main() {
  br label %loop
loop:
  %i = phi i64 [ 1, %0 ], [ %next, %loop ]
  %here = getelementptr i32, ptr @array, i64 %i
  %x = load i32, ptr %here, !llvm.access.group !0
  %y = add i32 %x, 1
  store i32 %y, ptr %here, !llvm.access.group !0
  %next = add i64 %i, 1
  %end = icmp eq i64 %next, 8
  br i1 %end, label %out, label %loop, !llvm.loop !1
out:
  ret i32 0
}

!0 = distinct !{}
!1 = distinct !{!1, !{!"llvm.loop.parallel_accesses", !0}}

declare void @rare() cold

declare !callback !3 void @broker(ptr)

define internal void @callback() {
  ret void
}

define i32 @f(i32 %n, ptr %p) !prof !0 {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %null = icmp eq ptr %p, null
  br i1 %null, label %then, label %latch

then:
  call void @rare()
  br label %latch

latch:
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done, !irr_loop !1

done:
  switch i32 %n, label %end [
    i32 1, label %one
    i32 2, label %one
  ], !prof !2

one:
  call void @broker(ptr @callback)
  br label %end

end:
  ret i32 %n

unreachable:
  br label %end
}

!0 = !{!"function_entry_count", i64 1000}
!1 = !{!"loop_header_weight", i64 7}
!2 = !{!"branch_weights", i32 1, i32 2, i32 97}
!3 = !{!4}
!4 = !{i64 0, i1 false}

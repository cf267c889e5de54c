
define i32 @f(i32 %n, i1 %c) {
entry:
  br label %loop

loop:                                             ; preds = %latch, %entry
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %next = add i32 %i, 1
  br i1 %c, label %early, label %latch

latch:                                            ; preds = %loop
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %late

early:                                            ; preds = %loop
  %next.lcssa = phi i32 [ %next, %loop ]
  br label %end

late:                                             ; preds = %latch
  %next.lcssa1 = phi i32 [ %next, %latch ]
  br label %end

end:                                              ; preds = %late, %early
  %next2 = phi i32 [ %next.lcssa1, %late ], [ %next.lcssa, %early ]
  %r = add i32 %next2, 7
  ret i32 %r
}

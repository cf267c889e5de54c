
define i8 @f(ptr %p, i1 %c) {
  br label %outer

outer:                                            ; preds = %again, %0
  %o = phi ptr [ %p, %0 ], [ %q, %again ]
  br label %loop

loop:                                             ; preds = %latch, %outer
  %q = phi ptr [ %o, %outer ], [ %next, %latch ]
  %v = load i8, ptr %q, align 1
  switch i8 %v, label %latch [
    i8 32, label %again
    i8 0, label %again
  ]

latch:                                            ; preds = %loop
  %next = getelementptr inbounds nuw i8, ptr %q, i64 1
  br label %loop

again:                                            ; preds = %loop, %loop
  %z = icmp eq i8 %v, 0
  br i1 %z, label %exit, label %outer

exit:                                             ; preds = %again
  ret i8 0
}

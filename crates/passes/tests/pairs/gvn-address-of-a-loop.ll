; passes: gvn
define i8 @f(ptr %p, i1 %c) {
  br label %outer

outer:
  %o = phi ptr [ %p, %0 ], [ %q, %again ]
  br label %loop

loop:
  %q = phi ptr [ %o, %outer ], [ %next, %latch ]
  %v = load i8, ptr %q
  switch i8 %v, label %latch [
    i8 32, label %again
    i8 0, label %again
  ]

latch:
  %next = getelementptr inbounds nuw i8, ptr %q, i64 1
  br label %loop

again:
  %w = load i8, ptr %q
  %z = icmp eq i8 %w, 0
  br i1 %z, label %exit, label %outer

exit:
  ret i8 %w
}

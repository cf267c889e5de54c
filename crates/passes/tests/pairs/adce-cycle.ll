; passes: adce
; Values that only feed each other go; the loop, which may not end, stays.
define i32 @f(i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %dead = phi i32 [ 1, %entry ], [ %dead.next, %loop ]
  %dead.next = mul i32 %dead, 3
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %loop, label %exit

exit:
  ret i32 %i.next
}

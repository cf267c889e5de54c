; passes: sccp
; A value that is the same on each way that control takes is a constant, through a loop too; what control cannot get to goes.
define i32 @f(i1 %c, i32 %n) {
entry:
  %one = add i32 0, 1
  br label %loop

loop:
  %x = phi i32 [ %one, %entry ], [ %y, %latch ]
  %is = icmp eq i32 %x, 1
  br i1 %is, label %latch, label %other

other:
  %odd = add i32 %x, 5
  br label %latch

latch:
  %y = phi i32 [ %x, %loop ], [ %odd, %other ]
  %zero = mul i32 %n, 0
  br i1 %c, label %loop, label %end

end:
  %r = add i32 %y, %zero
  ret i32 %r
}

; passes: lcssa
; A value of a loop is used outside through phis of the exits, and through others where two exits meet.
define i32 @f(i32 %n, i1 %c) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %next = add i32 %i, 1
  br i1 %c, label %early, label %latch

latch:
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %late

early:
  br label %end

late:
  br label %end

end:
  %r = add i32 %next, 7
  ret i32 %r
}

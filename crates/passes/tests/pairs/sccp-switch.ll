; passes: sccp
; A switch on a constant goes one way, and phis lose the other entries.
define i32 @f(i32 %n) {
entry:
  switch i32 3, label %other [
    i32 1, label %one
    i32 3, label %three
  ]

one:
  br label %end

three:
  %a = select i1 true, i32 %n, i32 7
  br label %end

other:
  br label %end

end:
  %r = phi i32 [ 1, %one ], [ %a, %three ], [ 0, %other ]
  ret i32 %r
}

; passes: break-crit-edges
; Each critical edge gets a block.

define i32 @f(i32 %x) {
entry:
  switch i32 %x, label %done [
    i32 1, label %one
    i32 2, label %done
    i32 3, label %done
  ]

one:
  %c = icmp eq i32 %x, 7
  br i1 %c, label %done, label %end

done:
  %p = phi i32 [ 0, %entry ], [ 0, %entry ], [ 0, %entry ], [ 1, %one ]
  ret i32 %p

end:
  ret i32 2
}

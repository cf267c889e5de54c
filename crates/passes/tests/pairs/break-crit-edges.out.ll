define i32 @f(i32 %x) {
entry:
  switch i32 %x, label %entry.done_crit_edge [
    i32 1, label %one
    i32 2, label %entry.done_crit_edge1
    i32 3, label %entry.done_crit_edge2
  ]

entry.done_crit_edge2:
  br label %done

entry.done_crit_edge1:
  br label %done

entry.done_crit_edge:
  br label %done

one:
  %c = icmp eq i32 %x, 7
  br i1 %c, label %one.done_crit_edge, label %end

one.done_crit_edge:
  br label %done

done:
  %p = phi i32 [ 0, %entry.done_crit_edge ], [ 0, %entry.done_crit_edge1 ], [ 0, %entry.done_crit_edge2 ], [ 1, %one.done_crit_edge ]
  ret i32 %p

end:
  ret i32 2
}

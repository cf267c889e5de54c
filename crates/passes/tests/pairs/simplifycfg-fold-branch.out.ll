
define void @both(i32 %a, i32 %b, ptr %p) {
entry:
  %c = icmp eq i32 %a, 1
  %d = icmp slt i32 %b, %a
  %or.cond = select i1 %c, i1 %d, i1 false, !prof !0
  br i1 %or.cond, label %work, label %out, !prof !0

work:                                             ; preds = %entry
  store i32 1, ptr %p, align 4
  br label %out

out:                                              ; preds = %work, %entry
  ret void
}

define i32 @inverted(i1 %a, i1 %b) {
entry:
  %b.not = xor i1 %b, true
  %brmerge = select i1 %a, i1 true, i1 %b.not
  %.mux = select i1 %a, i32 0, i32 1
  br i1 %brmerge, label %out, label %other

common.ret:                                       ; preds = %out, %other
  %common.ret.op = phi i32 [ 2, %other ], [ %.mux, %out ]
  ret i32 %common.ret.op

other:                                            ; preds = %entry
  call void @g()
  br label %common.ret

out:                                              ; preds = %entry
  call void @h(i32 %.mux)
  br label %common.ret
}

declare void @g()

declare void @h(i32)

!0 = !{!"branch_weights", i32 21, i32 51}

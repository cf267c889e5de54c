; passes: simplifycfg
; Two branches with a common destination become one on a combined condition, with the product of the weights.
define void @both(i32 %a, i32 %b, ptr %p) {
entry:
  %c = icmp eq i32 %a, 1
  br i1 %c, label %next, label %out, !prof !0
next:
  %d = icmp slt i32 %b, %a
  br i1 %d, label %work, label %out, !prof !1
work:
  store i32 1, ptr %p
  br label %out
out:
  ret void
}

define i32 @inverted(i1 %a, i1 %b) {
entry:
  br i1 %a, label %out, label %next
next:
  br i1 %b, label %other, label %out
other:
  call void @g()
  ret i32 2
out:
  %v = phi i32 [ 0, %entry ], [ 1, %next ]
  call void @h(i32 %v)
  ret i32 %v
}

declare void @g()
declare void @h(i32)

!0 = !{!"branch_weights", i32 3, i32 5}
!1 = !{!"branch_weights", i32 7, i32 2}

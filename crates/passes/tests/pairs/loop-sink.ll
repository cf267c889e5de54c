; passes: loop-sink
; A computation moves to the only block that uses it, which seldom runs.
@g = global i32 0

define i32 @f(i32 %n, i32 %k) !prof !0 {
e:
  %v = mul i32 %k, %k
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %l ]
  %t = icmp eq i32 %i, %k
  br i1 %t, label %cold, label %l, !prof !1
cold:
  store volatile i32 %v, ptr @g
  br label %l
l:
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %h, label %x, !prof !2
x:
  ret i32 0
}

!0 = !{!"function_entry_count", i64 1000}
!1 = !{!"branch_weights", i32 1, i32 100000}
!2 = !{!"branch_weights", i32 10, i32 1}

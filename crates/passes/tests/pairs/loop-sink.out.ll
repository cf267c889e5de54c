
@g = global i32 0

define i32 @f(i32 %n, i32 %k) !prof !0 {
e:
  br label %h

h:                                                ; preds = %l, %e
  %i = phi i32 [ 0, %e ], [ %j, %l ]
  %t = icmp eq i32 %i, %k
  br i1 %t, label %cold, label %l, !prof !1

cold:                                             ; preds = %h
  %v = mul i32 %k, %k
  store volatile i32 %v, ptr @g, align 4
  br label %l

l:                                                ; preds = %cold, %h
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %h, label %x, !prof !2

x:                                                ; preds = %l
  ret i32 0
}

!0 = !{!"function_entry_count", i64 1000}
!1 = !{!"branch_weights", i32 1, i32 100000}
!2 = !{!"branch_weights", i32 10, i32 1}

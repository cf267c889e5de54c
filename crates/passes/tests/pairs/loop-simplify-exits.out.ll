
define void @f(i32 %k, ptr %p) {
e:
  br label %b

b:                                                ; preds = %b, %e
  %i = phi i32 [ 0, %e ], [ %j, %b ]
  store volatile i32 %i, ptr %p, align 4
  %j = add i32 %i, 1
  %d = icmp sle i32 %i, 3
  %c = icmp slt i32 %j, %k
  %or.cond = select i1 %d, i1 %c, i1 false
  br i1 %or.cond, label %b, label %x

x:                                                ; preds = %b
  ret void
}

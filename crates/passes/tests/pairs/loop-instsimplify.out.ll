
define void @f(i32 %n, ptr %p) {
e:
  br label %h

h:                                                ; preds = %h, %e
  %i = phi i32 [ 0, %e ], [ %j, %h ]
  store volatile i32 %i, ptr %p, align 4
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %h, label %x

x:                                                ; preds = %h
  ret void
}

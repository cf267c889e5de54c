
define void @f(ptr %p, i32 %n) {
e:
  br label %h

h:                                                ; preds = %h, %e
  %i = phi i32 [ 0, %e ], [ %j, %h ]
  %j = add nuw nsw i32 %i, 1
  %0 = icmp eq i32 %j, 10
  %iv.rem = select i1 %0, i32 0, i32 %j
  store volatile i32 %i, ptr %p, align 4
  store volatile i32 %iv.rem, ptr %p, align 4
  %c = icmp samesign ult i32 %j, 10
  br i1 %c, label %h, label %x

x:                                                ; preds = %h
  ret void
}

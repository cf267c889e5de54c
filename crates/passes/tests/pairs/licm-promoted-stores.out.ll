
define void @f(ptr noalias %p, ptr noalias %q, i32 %n) {
e:
  %p.promoted = load i32, ptr %p, align 4
  br label %h

h:                                                ; preds = %h, %e
  %b1 = phi i32 [ %p.promoted, %e ], [ %b, %h ]
  %i = phi i32 [ 0, %e ], [ %j, %h ]
  %b = add i32 %b1, %i
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %h, label %x

x:                                                ; preds = %h
  %i.lcssa = phi i32 [ %i, %h ]
  %b.lcssa = phi i32 [ %b, %h ]
  store i32 %b.lcssa, ptr %p, align 4
  store i32 %i.lcssa, ptr %q, align 4
  ret void
}

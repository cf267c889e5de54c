
define void @f(ptr noalias %p, i32 %n, i32 %k) {
e:
  %v = mul i32 %k, %k
  %invariant.op = add i32 %k, %v
  br label %o

o:                                                ; preds = %l, %e
  %i = phi i32 [ 0, %e ], [ %i1, %l ]
  %r = mul i32 %i, 3
  br label %h

h:                                                ; preds = %h, %o
  %j = phi i32 [ 0, %o ], [ %j1, %h ]
  %s.reass = add i32 %r, %invariant.op
  store volatile i32 %s.reass, ptr %p, align 4
  %j1 = add i32 %j, 1
  %c = icmp slt i32 %j1, %n
  br i1 %c, label %h, label %l

l:                                                ; preds = %h
  %i1 = add i32 %i, 1
  %d = icmp slt i32 %i1, %n
  br i1 %d, label %o, label %x

x:                                                ; preds = %l
  ret void
}

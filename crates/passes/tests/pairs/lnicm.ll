; passes: loop-mssa(lnicm)
; Only what does not change in the whole nest is hoisted.
define void @f(ptr noalias %p, i32 %n, i32 %k) {
e:
  br label %o
o:
  %i = phi i32 [ 0, %e ], [ %i1, %l ]
  %r = mul i32 %i, 3
  br label %h
h:
  %j = phi i32 [ 0, %o ], [ %j1, %h ]
  %v = mul i32 %k, %k
  %w = add i32 %r, %k
  %s = add i32 %v, %w
  store volatile i32 %s, ptr %p
  %j1 = add i32 %j, 1
  %c = icmp slt i32 %j1, %n
  br i1 %c, label %h, label %l
l:
  %i1 = add i32 %i, 1
  %d = icmp slt i32 %i1, %n
  br i1 %d, label %o, label %x
x:
  ret void
}

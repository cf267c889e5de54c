; passes: indvars
; Remainders of a variable below the divisor.
define void @f(ptr %p, i32 %n) {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %h ]
  %j = add nuw nsw i32 %i, 1
  %r = urem i32 %i, 10
  %s = urem i32 %j, 10
  store volatile i32 %r, ptr %p
  store volatile i32 %s, ptr %p
  %c = icmp ult i32 %j, 10
  br i1 %c, label %h, label %x
x:
  ret void
}

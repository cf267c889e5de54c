; passes: indvars
; What only the exit needs is computed there.
define i32 @f(i32 %a, i32 %b, i32 %n, ptr %p) {
e:
  %s = sdiv i32 %a, %b
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %h ]
  store volatile i32 %i, ptr %p
  %j = add nuw nsw i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %h, label %x
x:
  ret i32 %s
}

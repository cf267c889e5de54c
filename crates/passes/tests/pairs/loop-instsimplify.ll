; passes: loop-instsimplify
; Instructions of loops are simplified.
define void @f(i32 %n, ptr %p) {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %h ]
  %a = and i32 %i, 0
  %b = or i32 %a, %i
  store volatile i32 %b, ptr %p
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %h, label %x
x:
  ret void
}

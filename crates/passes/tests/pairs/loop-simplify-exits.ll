; passes: loop-simplify
; An exit that only compares is folded into its predecessor.
define void @f(i32 %k, ptr %p) {
e:
  br label %b
t:
  %c = icmp slt i32 %j, %k
  br i1 %c, label %b, label %x
b:
  %i = phi i32 [ 0, %e ], [ %j, %t ]
  store volatile i32 %i, ptr %p
  %j = add i32 %i, 1
  %d = icmp sgt i32 %i, 3
  br i1 %d, label %x, label %t
x:
  ret void
}

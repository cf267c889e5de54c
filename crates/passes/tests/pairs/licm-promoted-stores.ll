; passes: loop-mssa(licm)
; Stores of promoted locations keep their order in the exit.
define void @f(ptr noalias %p, ptr noalias %q, i32 %n) {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %h ]
  %a = load i32, ptr %p
  %b = add i32 %a, %i
  store i32 %b, ptr %p
  store i32 %i, ptr %q
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %h, label %x
x:
  ret void
}

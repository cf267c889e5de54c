define i32 @f(i32 %n, i1 %c) {
entry:
  br i1 %c, label %outer, label %exit
outer:
  %i = phi i32 [ 0, %entry ], [ %j, %latch ]
  switch i32 %i, label %latch [
    i32 1, label %a
    i32 -2, label %b
  ]
a:
  br label %latch
b:
  br label %inner
inner:
  br i1 %c, label %inner, label %latch
latch:
  %j = add i32 %i, 1
  %again = icmp slt i32 %j, %n
  br i1 %again, label %outer, label %exit
exit:
  ret i32 0
dead:
  unreachable
}
define void @"a name"() {
  br label %1
1:
  br label %1
}
define void @irreducible(i1 %c) {
  br i1 %c, label %x, label %y
x:
  br label %y
y:
  br i1 %c, label %x, label %z
z:
  call i32 @f(i32 1, i1 %c)
  ret void
}
@taken = global ptr @local
define internal void @local() {
  call void @irreducible(i1 0)
  call void @external()
  ret void
}
declare void @external()

; passes: simplifycfg
; Comparisons of one value with constants become a switch.
define void @either(i8 %x, i1 %extra) {
  %a = icmp eq i8 %x, 10
  %b = icmp eq i8 %x, 20
  %c = icmp eq i8 %x, 30
  %ab = or i1 %a, %b
  %abc = or i1 %ab, %c
  %all = or i1 %abc, %extra
  br i1 %all, label %t, label %e
t:
  call void @g()
  ret void
e:
  call void @h()
  ret void
}

define void @nested(i32 %x) {
  %a = icmp eq i32 %x, 5
  br i1 %a, label %one, label %next
next:
  %b = icmp eq i32 %x, 9
  br i1 %b, label %two, label %rest
rest:
  switch i32 %x, label %three [
    i32 5, label %two
    i32 11, label %one
  ]
one:
  call void @g()
  ret void
two:
  call void @h()
  ret void
three:
  ret void
}

declare void @g()
declare void @h()

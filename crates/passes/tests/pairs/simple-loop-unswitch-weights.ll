; passes: loop-mssa(simple-loop-unswitch)
; Both parts of a switch get the weights of their cases.
declare void @use(i32)

define void @f(i32 %v) {
e:
  br label %h
h:
  switch i32 %v, label %d [
    i32 0, label %x
    i32 1, label %b
  ], !prof !0
b:
  call void @use(i32 1)
  br label %h
d:
  call void @use(i32 2)
  br label %h
x:
  ret void
}

!0 = !{!"branch_weights", i32 5, i32 2, i32 3}

; passes: correlated-propagation
; Ranges that branches, switches and edges imply.
declare void @use(i1)

define i32 @division(i32 %x, i32 %y) {
entry:
  %small = icmp ult i32 %x, 100
  br i1 %small, label %next, label %end

next:
  %positive = icmp sgt i32 %y, 0
  br i1 %positive, label %divide, label %end

divide:
  %quotient = sdiv i32 %x, %y
  %shifted = ashr i32 %x, 2
  %sum = add i32 %quotient, %shifted
  ret i32 %sum

end:
  ret i32 0
}

define i32 @narrow(i32 %x) {
entry:
  %small = icmp ult i32 %x, 200
  br i1 %small, label %divide, label %end

divide:
  %rest = urem i32 %x, 7
  ret i32 %rest

end:
  ret i32 0
}

define void @compare(i32 %x) {
entry:
  %is = icmp eq i32 %x, 5
  br i1 %is, label %yes, label %no

yes:
  %a = icmp ult i32 %x, 6
  call void @use(i1 %a)
  ret void

no:
  %b = icmp eq i32 %x, 5
  call void @use(i1 %b)
  ret void
}

define i32 @cases(i32 %x) {
entry:
  %small = icmp ult i32 %x, 2
  br i1 %small, label %choose, label %other

choose:
  switch i32 %x, label %other [
    i32 0, label %zero
    i32 1, label %one
    i32 2, label %two
  ]

zero:
  ret i32 10

one:
  ret i32 20

two:
  ret i32 30

other:
  ret i32 40
}

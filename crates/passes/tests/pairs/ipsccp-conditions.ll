; passes: ipsccp
; Conditions of branches, of switches, and assumptions hold for the uses that they dominate.
declare void @use(i1)
declare void @llvm.assume(i1)

define void @branch(i32 %x, i32 %y) {
  %small = icmp ult i32 %x, 10
  %other = icmp ult i32 %y, %x
  %both = and i1 %small, %other
  br i1 %both, label %yes, label %no

yes:
  %a = icmp ult i32 %x, 11
  call void @use(i1 %a)
  %b = icmp ult i32 %y, 9
  call void @use(i1 %b)
  %c = icmp ult i32 %y, 8
  call void @use(i1 %c)
  ret void

no:
  %d = icmp ult i32 %x, 11
  call void @use(i1 %d)
  ret void
}

define i32 @switch(i32 %x) {
  switch i32 %x, label %other [
    i32 3, label %three
    i32 4, label %four
  ]

three:
  %a = add i32 %x, 1
  ret i32 %a

four:
  ret i32 %x

other:
  ret i32 0
}

define i1 @assume(i8 %x) {
  %before = icmp ugt i8 %x, 4
  %is = icmp ugt i8 %x, 5
  call void @llvm.assume(i1 %is)
  %after = icmp ugt i8 %x, 4
  %both = xor i1 %before, %after
  ret i1 %both
}

; passes: loop-deletion
; A loop that is left in the first iteration loses its back edge; phis stay.
declare void @f(i32)

define void @in_first_iteration(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  call void @f(i32 %i)
  %limit = select i1 true, i32 5, i32 %n
  %stops = icmp ugt i32 %limit, %i
  br i1 %stops, label %exit, label %latch
latch:
  %next = add i32 %i, 1
  br label %loop
exit:
  ret void
}

@address = constant ptr blockaddress(@erased, %loop)

define void @erased() {
entry:
  switch i16 0, label %loop []
loop:
  br i1 true, label %exit, label %loop
exit:
  ret void
}


@address = constant ptr inttoptr (i32 1 to ptr)

declare void @f(i32)

define void @in_first_iteration(i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ]
  call void @f(i32 %i)
  %limit = select i1 true, i32 5, i32 %n
  %stops = icmp ugt i32 %limit, %i
  br i1 %stops, label %exit, label %latch

latch:
  %next = add i32 %i, 1
  unreachable

exit:
  ret void
}

define void @erased() {
entry:
  br label %exit

exit:
  ret void
}

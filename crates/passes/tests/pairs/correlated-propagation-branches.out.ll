
declare void @use(i1)

define range(i32 0, 124) i32 @division(i32 %x, i32 %y) {
entry:
  %small = icmp ult i32 %x, 100
  br i1 %small, label %next, label %end

next:                                             ; preds = %entry
  %positive = icmp sgt i32 %y, 0
  br i1 %positive, label %divide, label %end

divide:                                           ; preds = %next
  %quotient1 = udiv i32 %x, %y
  %shifted = lshr i32 %x, 2
  %sum = add nuw nsw i32 %quotient1, %shifted
  ret i32 %sum

end:                                              ; preds = %next, %entry
  ret i32 0
}

define range(i32 0, 7) i32 @narrow(i32 %x) {
entry:
  %small = icmp ult i32 %x, 200
  br i1 %small, label %divide, label %end

divide:                                           ; preds = %entry
  %rest.lhs.trunc = trunc i32 %x to i8
  %rest1 = urem i8 %rest.lhs.trunc, 7
  %rest.zext = zext i8 %rest1 to i32
  ret i32 %rest.zext

end:                                              ; preds = %entry
  ret i32 0
}

define void @compare(i32 %x) {
entry:
  %is = icmp eq i32 %x, 5
  br i1 %is, label %yes, label %no

yes:                                              ; preds = %entry
  call void @use(i1 true)
  ret void

no:                                               ; preds = %entry
  call void @use(i1 false)
  ret void
}

define range(i32 10, 41) i32 @cases(i32 %x) {
entry:
  %small = icmp ult i32 %x, 2
  br i1 %small, label %choose, label %other

choose:                                           ; preds = %entry
  switch i32 %x, label %default.unreachable [
    i32 0, label %zero
    i32 1, label %one
  ]

zero:                                             ; preds = %choose
  ret i32 10

one:                                              ; preds = %choose
  ret i32 20

two:                                              ; No predecessors!
  ret i32 30

default.unreachable:                              ; preds = %choose
  unreachable

other:                                            ; preds = %entry
  ret i32 40
}

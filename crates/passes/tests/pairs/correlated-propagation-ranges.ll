; passes: correlated-propagation
define i32 @difference_of_unequal_values(i32 %x, i32 %y) {
entry:
  %difference = sub i32 %y, %x
  %same = icmp eq i32 %x, %y
  br i1 %same, label %equal, label %unequal

equal:
  %none = call i32 @llvm.umax.i32(i32 %difference, i32 1)
  ret i32 %none

unequal:
  %some = call i32 @llvm.umax.i32(i32 %difference, i32 1)
  ret i32 %some
}

define void @high_bits_differ(i32 noundef %x) {
entry:
  %high = and i32 %x, -4
  %same = icmp eq i32 %high, 8
  br i1 %same, label %end, label %rest

rest:
  switch i32 %x, label %end [
    i32 8, label %never
    i32 11, label %never
  ]

never:
  call void @use(i1 false)
  br label %end

end:
  ret void
}

define void @one_case_is_left(i32 %x) {
entry:
  %small = icmp ult i32 %x, 5
  br i1 %small, label %then, label %end

then:
  switch i32 %x, label %end [
    i32 2, label %two
    i32 5, label %never
    i32 6, label %never
  ]

two:
  call void @use(i1 true)
  br label %end

never:
  call void @use(i1 false)
  br label %end

end:
  ret void
}

define i1 @operation_on_a_select(i32 noundef %x) {
entry:
  %rest = srem i32 %x, 10
  %negative = icmp slt i32 %rest, 0
  %more = select i1 %negative, i32 10, i32 0
  %digit = add i32 %more, %rest
  %is_digit = icmp ult i32 %digit, 10
  ret i1 %is_digit
}

define i8 @cast_on_an_edge(i32 %x) {
entry:
  %low = trunc i32 %x to i8
  br label %loop

loop:
  %small = icmp ult i32 %x, 40
  br i1 %small, label %end, label %loop

end:
  ret i8 %low
}

define i8 @shifted_without_wrap(i8 %by) {
  %r = shl nuw nsw i8 3, %by
  ret i8 %r
}

define i8 @undefined_if_poison(i32 %x) {
entry:
  %bits = or i32 %x, 1
  %low = trunc i32 %bits to i8
  %smaller = call noundef i8 @llvm.smin.i8(i8 %low, i8 99)
  %is_zero = icmp eq i32 %x, 0
  br i1 %is_zero, label %end, label %then

then:
  br label %end

end:
  %r = phi i8 [ %smaller, %entry ], [ 2, %then ]
  ret i8 %r
}

declare void @use(i1)
declare i32 @llvm.umax.i32(i32, i32)
declare i8 @llvm.smin.i8(i8, i8)

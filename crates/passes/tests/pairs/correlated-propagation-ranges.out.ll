define range(i32 1, 0) i32 @difference_of_unequal_values(i32 %x, i32 %y) {
entry:
  %difference = sub i32 %y, %x
  %same = icmp eq i32 %x, %y
  br i1 %same, label %equal, label %unequal

equal:                                            ; preds = %entry
  ret i32 1

unequal:                                          ; preds = %entry
  ret i32 %difference
}

define void @high_bits_differ(i32 noundef %x) {
entry:
  %high = and i32 %x, -4
  %same = icmp eq i32 %high, 8
  br i1 %same, label %end, label %rest

rest:                                             ; preds = %entry
  br label %end

never:                                            ; No predecessors!
  call void @use(i1 false)
  br label %end

end:                                              ; preds = %rest, %never, %entry
  ret void
}

define void @one_case_is_left(i32 %x) {
entry:
  %small = icmp ult i32 %x, 5
  br i1 %small, label %then, label %end

then:                                             ; preds = %entry
  %cond = icmp eq i32 %x, 2
  br i1 %cond, label %two, label %end

two:                                              ; preds = %then
  call void @use(i1 true)
  br label %end

never:                                            ; No predecessors!
  call void @use(i1 false)
  br label %end

end:                                              ; preds = %then, %never, %two, %entry
  ret void
}

define i1 @operation_on_a_select(i32 noundef %x) {
entry:
  %rest = srem i32 %x, 10
  %negative = icmp slt i32 %rest, 0
  %more = select i1 %negative, i32 10, i32 0
  %digit = add nsw i32 %more, %rest
  ret i1 true
}

define range(i8 0, 40) i8 @cast_on_an_edge(i32 %x) {
entry:
  %low = trunc i32 %x to i8
  br label %loop

loop:                                             ; preds = %loop, %entry
  %small = icmp ult i32 %x, 40
  br i1 %small, label %end, label %loop

end:                                              ; preds = %loop
  ret i8 %low
}

define range(i8 3, 97) i8 @shifted_without_wrap(i8 %by) {
  %r = shl nuw nsw i8 3, %by
  ret i8 %r
}

define range(i8 -128, 100) i8 @undefined_if_poison(i32 %x) {
entry:
  %bits = or i32 %x, 1
  %low = trunc i32 %bits to i8
  %smaller = call noundef i8 @llvm.smin.i8(i8 %low, i8 99)
  %is_zero = icmp eq i32 %x, 0
  br i1 %is_zero, label %end, label %then

then:                                             ; preds = %entry
  br label %end

end:                                              ; preds = %then, %entry
  %r = phi i8 [ %smaller, %entry ], [ 2, %then ]
  ret i8 %r
}

declare void @use(i1)

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umax.i32(i32, i32) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i8 @llvm.smin.i8(i8, i8) #0

attributes #0 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

define i8 @cases_of_one_block(i8 %x, i8 %y) {
  %s = add i8 %x, %y
  switch i8 %s, label %other [
    i8 1, label %join
    i8 2, label %join
    i8 3, label %three
  ]

other:                                            ; preds = %0
  br label %join

join:                                             ; preds = %other, %0, %0
  %p = phi i8 [ %s, %0 ], [ %s, %0 ], [ 0, %other ]
  ret i8 %p

three:                                            ; preds = %0
  ret i8 3
}

define i8 @a_case_and_the_default(i8 %x, i8 %y) {
  %s = add i8 %x, %y
  switch i8 %s, label %join [
    i8 1, label %join
    i8 3, label %three
  ]

join:                                             ; preds = %three, %0, %0
  %p = phi i8 [ %s, %0 ], [ %s, %0 ], [ 7, %three ]
  ret i8 %p

three:                                            ; preds = %0
  br label %join
}

; passes: gvn
define i8 @cases_of_one_block(i8 %x, i8 %y) {
  %s = add i8 %x, %y
  switch i8 %s, label %other [
    i8 1, label %join
    i8 2, label %join
    i8 3, label %three
  ]

other:
  br label %join

join:
  %p = phi i8 [ %s, %0 ], [ %s, %0 ], [ 0, %other ]
  ret i8 %p

three:
  ret i8 %s
}

define i8 @a_case_and_the_default(i8 %x, i8 %y) {
  %s = add i8 %x, %y
  switch i8 %s, label %join [
    i8 1, label %join
    i8 3, label %three
  ]

join:
  %p = phi i8 [ %s, %0 ], [ %s, %0 ], [ 7, %three ]
  ret i8 %p

three:
  br label %join
}

declare void @g(i32)

define i32 @unreachable_blocks(i32 %x) {
entry:
  switch i32 %x, label %end [
    i32 0, label %a
    i32 2, label %b
  ]

a:                                                ; preds = %entry
  call void @g(i32 1)
  br label %end

b:                                                ; preds = %entry
  call void @g(i32 2)
  br label %end

end:                                              ; preds = %b, %a, %entry
  %r = phi i32 [ 5, %b ], [ 1, %entry ], [ 3, %a ]
  call void @g(i32 3)
  ret i32 %r
}

define i32 @cases_of_the_default(i32 %x) {
entry:
  switch i32 %x, label %end [
    i32 0, label %a
    i32 2, label %b
  ]

a:                                                ; preds = %entry
  call void @g(i32 1)
  br label %end

b:                                                ; preds = %entry
  call void @g(i32 2)
  br label %end

end:                                              ; preds = %b, %a, %entry
  %r = phi i32 [ 5, %b ], [ 3, %a ], [ 1, %entry ]
  call void @g(i32 3)
  ret i32 %r
}

define i32 @empty_blocks(i32 %x) {
entry:
  switch i32 %x, label %a [
    i32 0, label %b
    i32 1, label %end
    i32 2, label %c
  ]

a:                                                ; preds = %entry
  call void @g(i32 1)
  br label %end

b:                                                ; preds = %entry
  call void @g(i32 2)
  br label %end

c:                                                ; preds = %entry
  call void @g(i32 3)
  br label %end

end:                                              ; preds = %entry, %c, %b, %a
  %r = phi i32 [ 1, %a ], [ 5, %c ], [ 3, %b ], [ 2, %entry ]
  call void @g(i32 4)
  ret i32 %r
}

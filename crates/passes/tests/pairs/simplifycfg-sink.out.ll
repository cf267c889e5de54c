
define i32 @f(i1 %c, i32 %x, i32 %y, ptr %p) {
  br i1 %c, label %a, label %b

a:                                                ; preds = %0
  call void @g(i32 1)
  br label %out

b:                                                ; preds = %0
  call void @h(i32 2)
  br label %out

out:                                              ; preds = %b, %a
  %y.sink = phi i32 [ %y, %b ], [ %x, %a ]
  %v = mul i32 %y.sink, 3
  store i32 %v, ptr %p, align 4
  ret i32 %v
}

define i32 @three(i32 %s, i32 %x, ptr %p) {
  switch i32 %s, label %out [
    i32 0, label %a
    i32 1, label %b
  ]

a:                                                ; preds = %0
  call void @g(i32 1)
  br label %out.sink.split

b:                                                ; preds = %0
  call void @h(i32 2)
  br label %out.sink.split

out.sink.split:                                   ; preds = %a, %b
  store i32 %x, ptr %p, align 4
  br label %out

out:                                              ; preds = %out.sink.split, %0
  ret i32 %x
}

declare void @g(i32)

declare void @h(i32)

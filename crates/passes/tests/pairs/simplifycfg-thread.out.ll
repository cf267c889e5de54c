
define i32 @f(i1 %c, i32 %x) {
entry:
  br i1 %c, label %a, label %b

a:                                                ; preds = %entry
  call void @g(i32 1)
  %y.c = add i32 %x, 1
  call void @g(i32 %y.c)
  call void @h(i32 3)
  br label %common.ret

b:                                                ; preds = %entry
  call void @g(i32 2)
  %y = add i32 %x, 1
  call void @g(i32 %y)
  call void @h(i32 4)
  br label %common.ret

common.ret:                                       ; preds = %b, %a
  %common.ret.op = phi i32 [ 1, %a ], [ 2, %b ]
  ret i32 %common.ret.op
}

declare void @g(i32)

declare void @h(i32)

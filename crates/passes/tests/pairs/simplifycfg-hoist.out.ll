
define i32 @f(i1 %c, i32 %x, ptr %p) {
  %u = add i32 %x, 7
  %l = load i32, ptr %p, align 4
  call void @g(i32 %u)
  br i1 %c, label %a, label %common.ret

common.ret:                                       ; preds = %0, %a
  %common.ret.op = phi i32 [ %u, %a ], [ %l, %0 ]
  ret i32 %common.ret.op

a:                                                ; preds = %0
  call void @h(i32 %l)
  br label %common.ret
}

define void @order(i1 %c, ptr %p, ptr %q) {
  br i1 %c, label %a, label %b

common.ret:                                       ; preds = %b, %a
  ret void

a:                                                ; preds = %0
  store i32 1, ptr %p, align 4
  %l = load i32, ptr %q, align 4
  call void @g(i32 %l)
  br label %common.ret

b:                                                ; preds = %0
  store i32 2, ptr %p, align 4
  %m = load i32, ptr %q, align 4
  call void @h(i32 %m)
  br label %common.ret
}

declare void @g(i32)

declare void @h(i32)

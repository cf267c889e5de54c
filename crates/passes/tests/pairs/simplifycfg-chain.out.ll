
define void @either(i8 %x, i1 %extra) {
  %1 = freeze i1 %extra
  br i1 %1, label %t, label %switch.early.test

switch.early.test:                                ; preds = %0
  switch i8 %x, label %e [
    i8 30, label %t
    i8 20, label %t
    i8 10, label %t
  ]

common.ret:                                       ; preds = %e, %t
  ret void

t:                                                ; preds = %switch.early.test, %switch.early.test, %switch.early.test, %0
  call void @g()
  br label %common.ret

e:                                                ; preds = %switch.early.test
  call void @h()
  br label %common.ret
}

define void @nested(i32 %x) {
  switch i32 %x, label %common.ret [
    i32 5, label %one
    i32 9, label %two
    i32 11, label %one
  ]

common.ret:                                       ; preds = %0, %two, %one
  ret void

one:                                              ; preds = %0, %0
  call void @g()
  br label %common.ret

two:                                              ; preds = %0
  call void @h()
  br label %common.ret
}

declare void @g()

declare void @h()

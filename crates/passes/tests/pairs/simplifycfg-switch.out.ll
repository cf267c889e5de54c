
define i32 @range(i32 %x) {
  %x.off = add i32 %x, -3
  %switch = icmp ult i32 %x.off, 3
  br i1 %switch, label %in, label %common.ret

common.ret:                                       ; preds = %0, %in
  %common.ret.op = phi i32 [ 1, %in ], [ %x, %0 ]
  ret i32 %common.ret.op

in:                                               ; preds = %0
  call void @g()
  br label %common.ret
}

define i32 @two_values(i32 %x) {
out:
  %switch.selectcmp = icmp eq i32 %x, 40
  %switch.select = select i1 %switch.selectcmp, i32 9, i32 0
  %switch.selectcmp1 = icmp eq i32 %x, 3
  %switch.select2 = select i1 %switch.selectcmp1, i32 7, i32 %switch.select
  ret i32 %switch.select2
}

define i32 @mask(i32 %x) {
out:
  %switch.and = and i32 %x, -11
  %switch.selectcmp = icmp eq i32 %switch.and, 0
  %0 = select i1 %switch.selectcmp, i32 6, i32 5
  ret i32 %0
}

define void @dead_cases(i8 %x) {
  %odd = or i8 %x, 1
  switch i8 %odd, label %out [
    i8 1, label %a
    i8 3, label %b
  ]

a:                                                ; preds = %0
  call void @g()
  br label %out

b:                                                ; preds = %0
  call void @h()
  br label %out

out:                                              ; preds = %b, %a, %0
  ret void
}

define void @equal_arms(i32 %x, ptr %p) {
  switch i32 %x, label %out [
    i32 1, label %join
    i32 7, label %join
    i32 19, label %c
  ]

c:                                                ; preds = %0
  call void @h()
  br label %join

join:                                             ; preds = %0, %0, %c
  %v = phi i32 [ 2, %c ], [ 1, %0 ], [ 1, %0 ]
  store i32 %v, ptr %p, align 4
  br label %out

out:                                              ; preds = %join, %0
  ret void
}

declare void @g()

declare void @h()


declare i32 @get()

define i32 @value(i1 %c) {
entry:
  %a = alloca i32, align 4
  %y.reg2mem = alloca i32, align 4
  %x.reg2mem = alloca i32, align 4
  %z.reg2mem = alloca i32, align 4
  %"reg2mem alloca point" = bitcast i32 0 to i32
  %x = call i32 @get()
  store i32 %x, ptr %x.reg2mem, align 4
  br i1 %c, label %then, label %entry.join_crit_edge

entry.join_crit_edge:                             ; preds = %entry
  %x.reload = load i32, ptr %x.reg2mem, align 4
  store i32 %x.reload, ptr %z.reg2mem, align 4
  br label %join

then:                                             ; preds = %entry
  %x.reload2 = load i32, ptr %x.reg2mem, align 4
  %y = add i32 %x.reload2, 1
  store i32 %y, ptr %y.reg2mem, align 4
  %y.reload1 = load i32, ptr %y.reg2mem, align 4
  store i32 %y.reload1, ptr %a, align 4
  %y.reload = load i32, ptr %y.reg2mem, align 4
  store i32 %y.reload, ptr %z.reg2mem, align 4
  br label %join

join:                                             ; preds = %then, %entry.join_crit_edge
  %z.reload = load i32, ptr %z.reg2mem, align 4
  %v = load i32, ptr %a, align 4
  %sum = add i32 %z.reload, %v
  ret i32 %sum
}

define i32 @loop(i32 %n) {
entry:
  %next.reg2mem = alloca i32, align 4
  %i.reg2mem = alloca i32, align 4
  %i.reg2mem3 = alloca i32, align 4
  %"reg2mem alloca point" = bitcast i32 0 to i32
  store i32 0, ptr %i.reg2mem3, align 4
  br label %loop

loop:                                             ; preds = %loop.loop_crit_edge, %entry
  %i.reload4 = load i32, ptr %i.reg2mem3, align 4
  store i32 %i.reload4, ptr %i.reg2mem, align 4
  %i.reload2 = load i32, ptr %i.reg2mem, align 4
  %next = add i32 %i.reload2, 1
  store i32 %next, ptr %next.reg2mem, align 4
  %next.reload = load i32, ptr %next.reg2mem, align 4
  %c = icmp ult i32 %next.reload, %n
  br i1 %c, label %loop.loop_crit_edge, label %exit

loop.loop_crit_edge:                              ; preds = %loop
  %next.reload1 = load i32, ptr %next.reg2mem, align 4
  store i32 %next.reload1, ptr %i.reg2mem3, align 4
  br label %loop

exit:                                             ; preds = %loop
  %i.reload = load i32, ptr %i.reg2mem, align 4
  ret i32 %i.reload
}

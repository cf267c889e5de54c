; passes: reg2mem
declare i32 @get()

define i32 @value(i1 %c) {
entry:
  %a = alloca i32
  %x = call i32 @get()
  br i1 %c, label %then, label %join

then:
  %y = add i32 %x, 1
  store i32 %y, ptr %a
  br label %join

join:
  %z = phi i32 [ %x, %entry ], [ %y, %then ]
  %v = load i32, ptr %a
  %sum = add i32 %z, %v
  ret i32 %sum
}

define i32 @loop(i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %c = icmp ult i32 %next, %n
  br i1 %c, label %loop, label %exit

exit:
  ret i32 %i
}

; A table of functions and of addresses of blocks, switches, and aliases without a type, as of LLVM 3.3
@operations = internal unnamed_addr constant [3 x i32 (i32, i32)*] [i32 (i32, i32)* @add, i32 (i32, i32)* @subtract, i32 (i32, i32)* @plus], align 16
@plus = alias internal i32 (i32, i32)* @add
@hello = private unnamed_addr constant [6 x i8] c"hello\00", align 1
@text = global i8* getelementptr inbounds ([6 x i8]* @hello, i32 0, i32 0), align 8

define internal i32 @add(i32 %a, i32 %b) {
  %1 = add nsw i32 %a, %b
  ret i32 %1
}

define internal i32 @subtract(i32 %a, i32 %b) {
  %1 = sub nsw i32 %a, %b
  ret i32 %1
}

define i32 @run(i8* %program, i32 %start) {
entry:
  br label %next

next:
  %pc = phi i8* [ %program, %entry ], [ %pc.next, %done ]
  %value = phi i32 [ %start, %entry ], [ %result, %done ]
  %code = load i8* %pc, align 1
  %pc.next = getelementptr inbounds i8* %pc, i64 1
  switch i8 %code, label %done [
    i8 0, label %end
    i8 104, label %first
    i8 101, label %second
    i8 111, label %third
  ]

first:
  br label %call

second:
  br label %call

third:
  br label %call

call:
  %which = phi i64 [ 0, %first ], [ zext (i8 1 to i64), %second ], [ 2, %third ]
  %slot = getelementptr inbounds [3 x i32 (i32, i32)*]* @operations, i64 0, i64 %which
  %function = load i32 (i32, i32)** %slot, align 8
  %computed = call i32 %function(i32 %value, i32 3)
  br label %done

done:
  %result = phi i32 [ %computed, %call ], [ %value, %next ]
  br label %next

end:
  ret i32 %value
}

define i32 @main() {
  %1 = load i8** @text, align 8
  %2 = call i32 @run(i8* %1, i32 -3)
  ret i32 %2
}

; = 5
define i32 @counter_of_the_frame() {
  call void @llvm.set.loop.iterations.i32(i32 5)
  br label %loop
loop:
  %n = phi i32 [ 0, %0 ], [ %more, %loop ]
  %more = add i32 %n, 1
  %nested = call i32 @three_times()
  %again = call i1 @llvm.loop.decrement.i32(i32 1)
  br i1 %again, label %loop, label %end
end:
  ret i32 %more
}

define i32 @three_times() {
  call void @llvm.set.loop.iterations.i32(i32 3)
  br label %loop
loop:
  %n = phi i32 [ 0, %0 ], [ %more, %loop ]
  %more = add i32 %n, 1
  %again = call i1 @llvm.loop.decrement.i32(i32 1)
  br i1 %again, label %loop, label %end
end:
  ret i32 %more
}

; = 4
define i64 @counter_in_a_register() {
  %start = call i64 @llvm.start.loop.iterations.i64(i64 8)
  br label %loop
loop:
  %n = phi i64 [ 0, %0 ], [ %more, %loop ]
  %left = phi i64 [ %start, %0 ], [ %next, %loop ]
  %more = add i64 %n, 1
  %next = call i64 @llvm.loop.decrement.reg.i64(i64 %left, i64 2)
  %again = icmp ne i64 %next, 0
  br i1 %again, label %loop, label %end
end:
  ret i64 %more
}

; = 0
define i1 @none() {
  %enter = call i1 @llvm.test.set.loop.iterations.i64(i64 0)
  ret i1 %enter
}

; = {6, -1}
define { i32, i1 } @some() {
  %pair = call { i32, i1 } @llvm.test.start.loop.iterations.i32(i32 6)
  ret { i32, i1 } %pair
}

; = poison
define i32 @poison() {
  %next = call i32 @llvm.loop.decrement.reg.i32(i32 poison, i32 1)
  ret i32 %next
}

declare void @llvm.set.loop.iterations.i32(i32)
declare i1 @llvm.loop.decrement.i32(i32)
declare i64 @llvm.start.loop.iterations.i64(i64)
declare i64 @llvm.loop.decrement.reg.i64(i64, i64)
declare i32 @llvm.loop.decrement.reg.i32(i32, i32)
declare i1 @llvm.test.set.loop.iterations.i64(i64)
declare { i32, i1 } @llvm.test.start.loop.iterations.i32(i32)

; `llvm.eh.sjlj.setjmp` returns a second time, from a function that has used every register; values before it are still there.
@format = constant [13 x i8] c"%ld %ld %ld\0A\00"
@buffer = global [5 x ptr] zeroinitializer
@tries = global i64 0
declare i32 @printf(ptr, ...)
declare ptr @llvm.frameaddress.p0(i32)
declare ptr @llvm.stacksave.p0()
declare i32 @llvm.eh.sjlj.setjmp(ptr)
declare void @llvm.eh.sjlj.longjmp(ptr)

define internal void @leave(i64 %n) {
  %more = icmp sgt i64 %n, 0
  br i1 %more, label %deeper, label %jump
deeper:
  %a = mul i64 %n, 3
  %b = mul i64 %a, %n
  %c = add i64 %b, %a
  %d = xor i64 %c, %b
  %e = add i64 %d, %c
  %f = mul i64 %e, %d
  %g = add i64 %f, %e
  %less = sub i64 %n, 1
  call void @leave(i64 %less)
  %h = add i64 %a, %b
  %i = add i64 %c, %d
  %j = add i64 %e, %f
  %k = add i64 %h, %i
  %l = add i64 %k, %j
  %m = add i64 %l, %g
  store i64 %m, ptr @tries
  ret void
jump:
  call void @llvm.eh.sjlj.longjmp(ptr @buffer)
  unreachable
}

define i64 @tries_until(i64 %count, i64 %y) {
  %slot = alloca i64
  store i64 7, ptr %slot
  %sum = add i64 %count, %y
  %frame = call ptr @llvm.frameaddress.p0(i32 0)
  store ptr %frame, ptr @buffer
  %stack = call ptr @llvm.stacksave.p0()
  %third = getelementptr [5 x ptr], ptr @buffer, i64 0, i64 2
  store ptr %stack, ptr %third
  %again = call i32 @llvm.eh.sjlj.setjmp(ptr @buffer)
  %is_first = icmp eq i32 %again, 0
  %wide = zext i32 %again to i64
  %before = load i64, ptr %slot
  call i32 (ptr, ...) @printf(ptr @format, i64 %wide, i64 %before, i64 %sum)
  %next = add i64 %before, 1
  store i64 %next, ptr %slot
  %tries = load i64, ptr @tries
  %tried = add i64 %tries, 1
  store i64 %tried, ptr @tries
  %goes_on = icmp slt i64 %tries, %count
  br i1 %goes_on, label %jump, label %end
jump:
  call void @leave(i64 5)
  unreachable
end:
  %product = mul i64 %sum, %next
  ret i64 %product
}

define i32 @main() {
  %r = call i64 @tries_until(i64 3, i64 39)
  %s = call i64 @tries_until(i64 0, i64 40)
  call i32 (ptr, ...) @printf(ptr @format, i64 %r, i64 %s, i64 0)
  ret i32 0
}

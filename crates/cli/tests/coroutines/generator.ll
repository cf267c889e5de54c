; A generator of squares, and a consumer that resumes it until it is done.
declare ptr @malloc(i64)
declare void @free(ptr)
declare i32 @printf(ptr, ...)
@line = private constant [4 x i8] c"%d\0A\00"

define internal ptr @squares(i32 %count) presplitcoroutine {
entry:
  %promise = alloca i32
  %n = alloca i32
  %id = call token @llvm.coro.id(i32 0, ptr %promise, ptr null, ptr null)
  %needed = call i1 @llvm.coro.alloc(token %id)
  br i1 %needed, label %allocate, label %begin
allocate:
  %size = call i64 @llvm.coro.size.i64()
  %memory = call ptr @malloc(i64 %size)
  br label %begin
begin:
  %frame = phi ptr [ null, %entry ], [ %memory, %allocate ]
  %handle = call ptr @llvm.coro.begin(token %id, ptr %frame)
  store i32 0, ptr %n
  %first = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %first, label %suspend [ i8 0, label %loop
                                     i8 1, label %cleanup ]
loop:
  %i = load i32, ptr %n
  %more = icmp slt i32 %i, %count
  br i1 %more, label %yield, label %finish
yield:
  %square = mul i32 %i, %i
  store i32 %square, ptr %promise
  %next = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %next, label %suspend [ i8 0, label %step
                                    i8 1, label %cleanup ]
step:
  %i2 = add i32 %i, 1
  store i32 %i2, ptr %n
  br label %loop
finish:
  %last = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %last, label %suspend [ i8 0, label %never
                                    i8 1, label %cleanup ]
never:
  unreachable
cleanup:
  %to.free = call ptr @llvm.coro.free(token %id, ptr %handle)
  %is.null = icmp eq ptr %to.free, null
  br i1 %is.null, label %suspend, label %release
release:
  call void @free(ptr %to.free)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %handle, i1 false, token none)
  ret ptr %handle
}

define void @consume(i32 %count) noinline {
entry:
  %g = call ptr @squares(i32 %count)
  br label %loop
loop:
  call void @llvm.coro.resume(ptr %g)
  %done = call i1 @llvm.coro.done(ptr %g)
  br i1 %done, label %end, label %show
show:
  %promise = call ptr @llvm.coro.promise(ptr %g, i32 4, i1 false)
  %value = load i32, ptr %promise
  %p = call i32 (ptr, ...) @printf(ptr @line, i32 %value)
  br label %loop
end:
  call void @llvm.coro.destroy(ptr %g)
  ret void
}

define i32 @main() {
  call void @consume(i32 5)
  %g = call ptr @squares(i32 3)
  call void @llvm.coro.resume(ptr %g)
  call void @llvm.coro.resume(ptr %g)
  call void @llvm.coro.destroy(ptr %g)
  ret i32 0
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
declare i1 @llvm.coro.done(ptr)
declare ptr @llvm.coro.promise(ptr, i32, i1)

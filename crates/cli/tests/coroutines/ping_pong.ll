; Two coroutines that take turns: each awaits the other by a symmetric transfer. An array, a value that is computed before a suspend
; point and used after it, and an argument are in their frames.
declare ptr @malloc(i64)
declare void @free(ptr)
declare i32 @printf(ptr, ...)
@line = private constant [10 x i8] c"%s %d %d\0A\00"
@ping = private constant [5 x i8] c"ping\00"
@pong = private constant [5 x i8] c"pong\00"
@others = internal global [2 x ptr] zeroinitializer

; Returns the coroutine to resume next: the one that is not suspended here.
define internal ptr @other(ptr %awaiter, ptr %self) noinline {
  %first = load ptr, ptr @others
  %is.first = icmp eq ptr %first, %self
  %place = select i1 %is.first, i64 1, i64 0
  %slot = getelementptr [2 x ptr], ptr @others, i64 0, i64 %place
  %next = load ptr, ptr %slot
  ret ptr %next
}

define internal ptr @player(ptr %name, i32 %rounds, i32 %seed) noinline presplitcoroutine {
entry:
  %scores = alloca [4 x i32]
  %awaiter = alloca i8
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %needed = call i1 @llvm.coro.alloc(token %id)
  br i1 %needed, label %allocate, label %begin
allocate:
  %size = call i64 @llvm.coro.size.i64()
  %memory = call ptr @malloc(i64 %size)
  br label %begin
begin:
  %frame = phi ptr [ null, %entry ], [ %memory, %allocate ]
  %handle = call ptr @llvm.coro.begin(token %id, ptr %frame)
  %first = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %first, label %suspend [ i8 0, label %start
                                     i8 1, label %cleanup ]
start:
  call void @fill(ptr %scores, i32 %seed)
  br label %loop
loop:
  %i = phi i32 [ 0, %start ], [ %i2, %resumed ]
  %total = phi i32 [ 0, %start ], [ %total2, %resumed ]
  %more = icmp slt i32 %i, %rounds
  br i1 %more, label %turn, label %finish
turn:
  %p = call i32 (ptr, ...) @printf(ptr @line, ptr %name, i32 %i, i32 %total)
  %scaled = mul i32 %i, %seed
  %save = call token @llvm.coro.save(ptr null)
  call void @llvm.coro.await.suspend.handle(ptr %awaiter, ptr %handle, ptr @other)
  %next = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %next, label %suspend [ i8 0, label %resumed
                                    i8 1, label %cleanup ]
resumed:
  %place = and i32 %i, 3
  %wide = zext i32 %place to i64
  %slot = getelementptr [4 x i32], ptr %scores, i64 0, i64 %wide
  %score = load i32, ptr %slot
  %sum = add i32 %score, %scaled
  %total2 = add i32 %total, %sum
  %i2 = add i32 %i, 1
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

define internal void @fill(ptr %array, i32 %seed) noinline {
  %second = getelementptr i32, ptr %array, i64 1
  %third = getelementptr i32, ptr %array, i64 2
  %fourth = getelementptr i32, ptr %array, i64 3
  %double = add i32 %seed, %seed
  store i32 %seed, ptr %array
  store i32 %double, ptr %second
  store i32 7, ptr %third
  store i32 9, ptr %fourth
  ret void
}

define i32 @main() {
  %a = call ptr @player(ptr @ping, i32 5, i32 3)
  %b = call ptr @player(ptr @pong, i32 6, i32 10)
  store ptr %a, ptr @others
  store ptr %b, ptr getelementptr ([2 x ptr], ptr @others, i64 0, i64 1)
  call void @llvm.coro.resume(ptr %a)
  %a.done = call i1 @llvm.coro.done(ptr %a)
  %b.done = call i1 @llvm.coro.done(ptr %b)
  %a.number = zext i1 %a.done to i32
  %b.number = zext i1 %b.done to i32
  %p = call i32 (ptr, ...) @printf(ptr @line, ptr @ping, i32 %a.number, i32 %b.number)
  call void @llvm.coro.destroy(ptr %a)
  call void @llvm.coro.destroy(ptr %b)
  ret i32 0
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare token @llvm.coro.save(ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.await.suspend.handle(ptr, ptr, ptr)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
declare i1 @llvm.coro.done(ptr)

; What a coroutine allocated on its stack is there when it is resumed; its promise is found by its handle.
define ptr @twice(i32 %n) presplitcoroutine {
  %promise = alloca i32
  %local = alloca i32
  %id = call token @llvm.coro.id(i32 0, ptr %promise, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %memory = call ptr @malloc(i64 %size)
  %frame = call ptr @llvm.coro.begin(token %id, ptr %memory)
  store i32 %n, ptr %local
  store i32 1, ptr %promise
  %how = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %how, label %suspend [
    i8 0, label %on
    i8 1, label %cleanup
  ]
on:
  %v = load i32, ptr %local
  %w = add i32 %v, %v
  store i32 %w, ptr %promise
  %again = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %again, label %suspend [
    i8 0, label %never
    i8 1, label %cleanup
  ]
never:
  unreachable
cleanup:
  %block = call ptr @llvm.coro.free(token %id, ptr %frame)
  call void @free(ptr %block)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %frame, i1 false, token none)
  ret ptr %frame
}

define noundef i32 @main() {
  %c = call ptr @twice(i32 21)
  %p = call ptr @llvm.coro.promise(ptr %c, i32 4, i1 false)
  %one = load i32, ptr %p
  %early = call i1 @llvm.coro.done(ptr %c)
  call void @llvm.coro.resume(ptr %c)
  %two = load i32, ptr %p
  %done = call i1 @llvm.coro.done(ptr %c)
  %back = call ptr @llvm.coro.promise(ptr %p, i32 4, i1 true)
  call void @llvm.coro.destroy(ptr %back)
  %a = sub i32 %one, 1
  %b = sub i32 %two, 42
  %late = xor i1 %done, true
  %wrong = or i1 %early, %late
  %e = zext i1 %wrong to i32
  %f = or i32 %a, %b
  %r = or i32 %f, %e
  ret i32 %r
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
declare i1 @llvm.coro.done(ptr)
declare ptr @llvm.coro.promise(ptr, i32, i1)
declare ptr @malloc(i64)
declare void @free(ptr)

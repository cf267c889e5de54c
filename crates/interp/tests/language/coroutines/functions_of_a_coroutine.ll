; The functions that resume and destroy a coroutine may be called by what `llvm.coro.subfn.addr` gives.
define ptr @start(ptr %count) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %memory = call ptr @malloc(i64 %size)
  %frame = call ptr @llvm.coro.begin(token %id, ptr %memory)
  br label %loop
loop:
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %suspend [
    i8 0, label %on
    i8 1, label %cleanup
  ]
on:
  %old = load i32, ptr %count
  %new = add i32 %old, 1
  store i32 %new, ptr %count
  br label %loop
cleanup:
  %allocated = call ptr @llvm.coro.free(token %id, ptr %frame)
  call void @free(ptr %allocated)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %frame, i1 false, token none)
  ret ptr %frame
}

define noundef i32 @main() {
  %count = alloca i32
  store i32 0, ptr %count
  %c = call ptr @start(ptr %count)
  %resume = call ptr @llvm.coro.subfn.addr(ptr %c, i8 0)
  call fastcc void %resume(ptr %c)
  call fastcc void %resume(ptr %c)
  %destroy = call ptr @llvm.coro.subfn.addr(ptr %c, i8 1)
  call fastcc void %destroy(ptr %c)
  %n = load i32, ptr %count
  %r = sub i32 %n, 2
  ret i32 %r
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @llvm.coro.subfn.addr(ptr, i8)
declare ptr @malloc(i64)
declare void @free(ptr)

; After `llvm.coro.save`, a coroutine may be resumed before it has suspended itself.
@x = global i32 1

define void @at_once(ptr %c) {
  call void @llvm.coro.resume(ptr %c)
  ret void
}

define ptr @eager() presplitcoroutine {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %memory = call ptr @malloc(i64 %size)
  %frame = call ptr @llvm.coro.begin(token %id, ptr %memory)
  %save = call token @llvm.coro.save(ptr %frame)
  call void @at_once(ptr %frame)
  %how = call i8 @llvm.coro.suspend(token %save, i1 false)
  switch i8 %how, label %suspend [
    i8 0, label %on
    i8 1, label %cleanup
  ]
on:
  store i32 0, ptr @x
  br label %cleanup
cleanup:
  %block = call ptr @llvm.coro.free(token %id, ptr %frame)
  call void @free(ptr %block)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %frame, i1 false, token none)
  ret ptr %frame
}

define noundef i32 @main() {
  %c = call ptr @eager()
  %v = load i32, ptr @x
  ret i32 %v
}

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare token @llvm.coro.save(ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @llvm.coro.free(token, ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
declare ptr @malloc(i64)
declare void @free(ptr)

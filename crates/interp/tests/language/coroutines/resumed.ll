; A coroutine goes on behind its suspend point with the values that it had.
@sum = global i32 0

define ptr @count(i32 %n) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %memory = call ptr @malloc(i64 %size)
  %frame = call ptr @llvm.coro.begin(token %id, ptr %memory)
  br label %loop
loop:
  %i = phi i32 [ %n, %entry ], [ %next, %loop ]
  %next = add nsw i32 %i, 1
  %s = load i32, ptr @sum
  %t = add i32 %s, %i
  store i32 %t, ptr @sum
  %how = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %how, label %suspend [
    i8 0, label %loop
    i8 1, label %cleanup
  ]
cleanup:
  %block = call ptr @llvm.coro.free(token %id, ptr %frame)
  call void @free(ptr %block)
  br label %suspend
suspend:
  call void @llvm.coro.end(ptr %frame, i1 false, token none)
  ret ptr %frame
}

define noundef i32 @main() {
  %c = call ptr @count(i32 4)
  call void @llvm.coro.resume(ptr %c)
  call void @llvm.coro.resume(ptr %c)
  call void @llvm.coro.destroy(ptr %c)
  ; 4 + 5 + 6.
  %s = load i32, ptr @sum
  %r = sub i32 %s, 15
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
declare ptr @malloc(i64)
declare void @free(ptr)

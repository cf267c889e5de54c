; A coroutine that returns continuations yields values until it has run to completion, which a null pointer says.
define { ptr, i32 } @count(ptr %buffer, i32 %limit) presplitcoroutine {
entry:
  %object = alloca i32
  store i32 100, ptr %object
  %id = call token @llvm.coro.id.retcon(i32 8, i32 8, ptr %buffer, ptr @prototype, ptr @malloc, ptr @free)
  %handle = call ptr @llvm.coro.begin(token %id, ptr null)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %on ]
  %base = load i32, ptr %object
  %value = add i32 %base, %i
  %ends = call i1 (...) @llvm.coro.suspend.retcon.i1(i32 %value)
  br i1 %ends, label %cleanup, label %on
on:
  %next = add i32 %i, 1
  %done = icmp eq i32 %next, %limit
  br i1 %done, label %cleanup, label %loop
cleanup:
  call void @llvm.coro.end(ptr %handle, i1 false, token none)
  unreachable
}

declare { ptr, i32 } @prototype(ptr, i1)

define noundef i32 @main() {
entry:
  %buffer = alloca [8 x i8], align 8
  %other.buffer = alloca [8 x i8], align 8
  %first = call { ptr, i32 } @count(ptr %buffer, i32 4)
  %other = call { ptr, i32 } @count(ptr %other.buffer, i32 4)
  br label %loop
loop:
  %pair = phi { ptr, i32 } [ %first, %entry ], [ %again, %on ]
  %total = phi i32 [ 0, %entry ], [ %sum, %on ]
  %continuation = extractvalue { ptr, i32 } %pair, 0
  %ended = icmp eq ptr %continuation, null
  br i1 %ended, label %end, label %on
on:
  %value = extractvalue { ptr, i32 } %pair, 1
  %sum = add i32 %total, %value
  %again = call { ptr, i32 } %continuation(ptr %buffer, i1 false)
  br label %loop
end:
  %its = extractvalue { ptr, i32 } %other, 0
  %aborted = call { ptr, i32 } %its(ptr %other.buffer, i1 true)
  %null = extractvalue { ptr, i32 } %aborted, 0
  %right = icmp eq ptr %null, null
  %as.well = icmp eq i32 %total, 406
  %both = and i1 %right, %as.well
  %r = select i1 %both, i32 0, i32 1
  ret i32 %r
}

declare token @llvm.coro.id.retcon(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i1 @llvm.coro.suspend.retcon.i1(...)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)

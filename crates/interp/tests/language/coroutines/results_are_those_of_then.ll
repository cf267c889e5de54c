; What `llvm.coro.end.results` takes is returned as it was there, whatever is computed before the coroutine ends.
define { ptr, i32 } @count(ptr %buffer) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id.retcon.once(i32 8, i32 8, ptr %buffer, ptr @prototype, ptr @malloc, ptr @free)
  %handle = call ptr @llvm.coro.begin(token %id, ptr null)
  %ends = call i1 (...) @llvm.coro.suspend.retcon.i1(i32 0)
  br label %loop
loop:
  %n = phi i32 [ 0, %entry ], [ %next, %loop ]
  %results = call token (...) @llvm.coro.end.results(i32 %n)
  %next = add i32 %n, 1
  %again = icmp ne i32 %next, 8
  br i1 %again, label %loop, label %end
end:
  call void @llvm.coro.end(ptr %handle, i1 false, token %results)
  unreachable
}

declare i32 @prototype(ptr, i1)

define noundef i32 @main() {
  %buffer = alloca [8 x i8], align 8
  %pair = call { ptr, i32 } @count(ptr %buffer)
  %continuation = extractvalue { ptr, i32 } %pair, 0
  %seven = call i32 %continuation(ptr %buffer, i1 false)
  %r = sub i32 %seven, 7
  ret i32 %r
}

declare token @llvm.coro.id.retcon.once(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i1 @llvm.coro.suspend.retcon.i1(...)
declare token @llvm.coro.end.results(...)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)

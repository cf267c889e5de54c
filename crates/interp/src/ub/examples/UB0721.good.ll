define { ptr, i32 } @yields(ptr %buffer) presplitcoroutine {
  %id = call token @llvm.coro.id.retcon(i32 8, i32 8, ptr %buffer, ptr @prototype, ptr @malloc, ptr @free)
  %handle = call ptr @llvm.coro.begin(token %id, ptr null)
  %ends = call i1 (...) @llvm.coro.suspend.retcon.i1(i32 1)
  br i1 %ends, label %end, label %more
more:
  %ends.again = call i1 (...) @llvm.coro.suspend.retcon.i1(i32 2)
  br label %end
end:
  call void @llvm.coro.end(ptr %handle, i1 false, token none)
  unreachable
}

define i32 @main() {
  %buffer = alloca [8 x i8], align 8
  %first = call { ptr, i32 } @yields(ptr %buffer)
  %continuation = extractvalue { ptr, i32 } %first, 0
  %ended = call { ptr, i32 } %continuation(ptr %buffer, i1 true)
  ret i32 0
}

declare { ptr, i32 } @prototype(ptr, i1)
declare token @llvm.coro.id.retcon(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i1 @llvm.coro.suspend.retcon.i1(...)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i64)
declare void @free(ptr)

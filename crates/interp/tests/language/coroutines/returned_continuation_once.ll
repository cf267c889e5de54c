; A coroutine that suspends itself once yields a value, and its continuation returns ordinary results.
define { ptr, ptr } @borrow(ptr %buffer, i32 %x) presplitcoroutine {
  %id = call token @llvm.coro.id.retcon.once(i32 8, i32 8, ptr %buffer, ptr @prototype, ptr @malloc, ptr @free)
  %handle = call ptr @llvm.coro.begin(token %id, ptr null)
  %token = call token @llvm.coro.alloca.alloc.i64(i64 4, i32 4)
  %object = call ptr @llvm.coro.alloca.get(token %token)
  store i32 %x, ptr %object
  %ends = call i1 (...) @llvm.coro.suspend.retcon.i1(ptr %object)
  %value = load i32, ptr %object
  call void @llvm.coro.alloca.free(token %token)
  %doubled = mul i32 %value, 2
  %results = call token (...) @llvm.coro.end.results(i32 %doubled)
  call void @llvm.coro.end(ptr %handle, i1 false, token %results)
  unreachable
}

declare i32 @prototype(ptr, i1)

define noundef i32 @main() {
  %buffer = alloca [8 x i8], align 8
  %pair = call { ptr, ptr } @borrow(ptr %buffer, i32 20)
  %object = extractvalue { ptr, ptr } %pair, 1
  %x = load i32, ptr %object
  %more = add i32 %x, 1
  store i32 %more, ptr %object
  %continuation = extractvalue { ptr, ptr } %pair, 0
  %doubled = call i32 %continuation(ptr %buffer, i1 false)
  %r = sub i32 %doubled, 42
  ret i32 %r
}

declare token @llvm.coro.id.retcon.once(i32, i32, ptr, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i1 @llvm.coro.suspend.retcon.i1(...)
declare token @llvm.coro.end.results(...)
declare void @llvm.coro.end(ptr, i1, token)
declare token @llvm.coro.alloca.alloc.i64(i64, i32)
declare ptr @llvm.coro.alloca.get(token)
declare void @llvm.coro.alloca.free(token)
declare ptr @malloc(i64)
declare void @free(ptr)

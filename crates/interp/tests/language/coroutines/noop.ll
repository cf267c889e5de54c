; The coroutine of `llvm.coro.noop` does nothing, as often as one likes.
define noundef i32 @main() {
  %c = call ptr @llvm.coro.noop()
  call void @llvm.coro.resume(ptr %c)
  call void @llvm.coro.resume(ptr %c)
  call void @llvm.coro.destroy(ptr %c)
  ret i32 0
}

declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
declare ptr @llvm.coro.noop()

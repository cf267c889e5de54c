; none is a token
declare token @llvm.experimental.gc.statepoint.x()
declare void @llvm.coro.suspend.none()
declare i8 @llvm.coro.suspend(token, i1)
define void @f() presplitcoroutine {
  %x = call i8 @llvm.coro.suspend(token none, i1 false)
  ret void
}

; ModuleID = '<stdin>'
source_filename = "<stdin>"

declare token @llvm.experimental.gc.statepoint.x()

; Unknown intrinsic
declare void @llvm.coro.suspend.none()

; Function Attrs: nounwind
declare i8 @llvm.coro.suspend(token, i1) #0

; Function Attrs: presplitcoroutine
define void @f() #1 {
  %x = call i8 @llvm.coro.suspend(token none, i1 false)
  ret void
}

attributes #0 = { nounwind }
attributes #1 = { presplitcoroutine }

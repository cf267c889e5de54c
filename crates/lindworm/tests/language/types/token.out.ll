; ModuleID = '<stdin>'
source_filename = "<stdin>"

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare token @llvm.coro.id(i32, ptr readnone, ptr readonly captures(none), ptr) #0

; Function Attrs: nounwind
declare i1 @llvm.coro.alloc(token) #1

; Function Attrs: presplitcoroutine
define i1 @f() #2 {
  %t = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %n = call i1 @llvm.coro.alloc(token %t)
  ret i1 %n
}

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(argmem: read) }
attributes #1 = { nounwind }
attributes #2 = { presplitcoroutine }

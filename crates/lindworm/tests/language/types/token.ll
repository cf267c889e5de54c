; Tokens are made and used by intrinsics
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i1 @llvm.coro.alloc(token)
define i1 @f() presplitcoroutine {
  %t = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %n = call i1 @llvm.coro.alloc(token %t)
  ret i1 %n
}

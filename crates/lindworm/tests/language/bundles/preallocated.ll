; Preallocated arguments
declare token @llvm.call.preallocated.setup(i32)
declare ptr @llvm.call.preallocated.arg(token, i32)
declare void @g(ptr preallocated(i32))
define void @f() {
  %cs = call token @llvm.call.preallocated.setup(i32 1)
  %x = call ptr @llvm.call.preallocated.arg(token %cs, i32 0) preallocated(i32)
  call void @g(ptr preallocated(i32) %x) ["preallocated"(token %cs)]
  ret void
}

; ModuleID = '<stdin>'
source_filename = "<stdin>"

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare token @llvm.call.preallocated.setup(i32 immarg) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare ptr @llvm.call.preallocated.arg(token, i32 immarg) #0

declare void @g(ptr preallocated(i32))

define void @f() {
  %cs = call token @llvm.call.preallocated.setup(i32 1)
  %x = call ptr @llvm.call.preallocated.arg(token %cs, i32 0) #1
  call void @g(ptr preallocated(i32) %x) [ "preallocated"(token %cs) ]
  ret void
}

attributes #0 = { nocallback nofree nosync nounwind willreturn }
attributes #1 = { preallocated(i32) }

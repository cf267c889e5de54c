; ModuleID = '<stdin>'
source_filename = "<stdin>"

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_start.p0(ptr) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_copy.p0(ptr, ptr) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_end.p0(ptr) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_start.p5(ptr addrspace(5)) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_end.p5(ptr addrspace(5)) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_copy.p5(ptr addrspace(5), ptr addrspace(5)) #0

attributes #0 = { nocallback nofree nosync nounwind willreturn }

; Declarations of: Variable Argument Handling Intrinsics
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_copy.p0(ptr, ptr)
declare void @llvm.va_end.p0(ptr)
declare void @llvm.va_start.p5(ptr addrspace(5))
declare void @llvm.va_end.p5(ptr addrspace(5))
declare void @llvm.va_copy.p5(ptr addrspace(5), ptr addrspace(5))

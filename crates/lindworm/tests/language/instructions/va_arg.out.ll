; ModuleID = '<stdin>'
source_filename = "<stdin>"

define i32 @test(i32 %X, ...) {
  %ap = alloca ptr, align 8
  call void @llvm.va_start.p0(ptr %ap)
  %tmp = va_arg ptr %ap, i32
  %aq = alloca ptr, align 8
  call void @llvm.va_copy.p0(ptr %aq, ptr %ap)
  call void @llvm.va_end.p0(ptr %ap)
  ret i32 %tmp
}

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_start.p0(ptr) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_end.p0(ptr) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_copy.p0(ptr, ptr) #0

attributes #0 = { nocallback nofree nosync nounwind willreturn }

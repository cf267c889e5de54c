; va_arg
declare void @llvm.va_start(ptr)
declare void @llvm.va_end(ptr)
declare void @llvm.va_copy(ptr, ptr)
define i32 @test(i32 %X, ...) {
  %ap = alloca ptr
  call void @llvm.va_start(ptr %ap)
  %tmp = va_arg ptr %ap, i32
  %aq = alloca ptr
  call void @llvm.va_copy(ptr %aq, ptr %ap)
  call void @llvm.va_end(ptr %ap)
  ret i32 %tmp
}

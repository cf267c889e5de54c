declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)

define i32 @first(i32 %count, ...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %list)
  call void @llvm.va_end.p0(ptr %list)
  %x = va_arg ptr %list, i32 ; UB
  ret i32 %x
}

define i32 @main() {
  %x = call i32 (i32, ...) @first(i32 1, i32 0)
  ret i32 %x
}

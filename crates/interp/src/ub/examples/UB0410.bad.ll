declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)

define i32 @second(i32 %count, ...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %list)
  %a = va_arg ptr %list, i32
  %b = va_arg ptr %list, i32 ; UB
  call void @llvm.va_end.p0(ptr %list)
  ret i32 %b
}

define i32 @main() {
  %x = call i32 (i32, ...) @second(i32 1, i32 7)
  ret i32 %x
}

declare void @llvm.init.trampoline(ptr, ptr, ptr)
declare ptr @llvm.adjust.trampoline(ptr)

define i32 @get(ptr nest %p) {
  %x = load i32, ptr %p
  ret i32 %x
}

define i32 @main() {
  %code = alloca [72 x i8], align 16
  %value = alloca i32
  store i32 0, ptr %value
  call void @llvm.init.trampoline(ptr %code, ptr @get, ptr %value)
  %f = call ptr @llvm.adjust.trampoline(ptr %code)
  %x = call i32 %f()
  ret i32 %x
}

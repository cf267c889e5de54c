declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)

define i32 @main() {
  %outer = call ptr @llvm.stacksave.p0()
  %a = alloca [64 x i8]
  %inner = call ptr @llvm.stacksave.p0()
  %b = alloca [64 x i8]
  call void @llvm.stackrestore.p0(ptr %inner)
  call void @llvm.stackrestore.p0(ptr %outer)
  ret i32 0
}

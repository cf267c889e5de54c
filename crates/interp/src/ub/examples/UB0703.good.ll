declare void @llvm.assume(i1)

define i32 @main() {
  %a = alloca i1
  store i1 true, ptr %a
  %c = load i1, ptr %a
  call void @llvm.assume(i1 %c)
  ret i32 0
}

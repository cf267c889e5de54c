declare void @llvm.assume(i1)

define i32 @main() {
  %a = alloca i1
  %c = load i1, ptr %a ; origin
  call void @llvm.assume(i1 %c) ; UB
  ret i32 0
}

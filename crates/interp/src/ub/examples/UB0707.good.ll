declare void @llvm.assume(i1)

define i32 @main() {
  %a = alloca [2 x i32]
  %b = alloca [2 x i32]
  call void @llvm.assume(i1 true) ["separate_storage"(ptr %a, ptr %b)]
  ret i32 0
}

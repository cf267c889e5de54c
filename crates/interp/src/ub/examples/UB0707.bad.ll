declare void @llvm.assume(i1)

define i32 @main() {
  %a = alloca [2 x i32]
  %b = getelementptr i32, ptr %a, i64 1
  call void @llvm.assume(i1 true) ["separate_storage"(ptr %a, ptr %b)] ; UB
  ret i32 0
}

declare void @llvm.assume(i1)

define i32 @main() {
  %a = alloca i32
  call void @llvm.assume(i1 true) ["dereferenceable"(ptr %a, i64 8)] ; UB
  ret i32 0
}

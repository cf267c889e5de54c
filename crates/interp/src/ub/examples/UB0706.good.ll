declare void @llvm.assume(i1)

define i32 @main() {
  %a = alloca i64
  call void @llvm.assume(i1 true) ["dereferenceable"(ptr %a, i64 8)]
  ret i32 0
}

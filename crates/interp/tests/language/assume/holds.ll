; An assumption that holds does nothing.
declare void @llvm.assume(i1)

define noundef i32 @main() {
  %x = alloca i32, align 8
  call void @llvm.assume(i1 true) ["align"(ptr %x, i32 8)]
  call void @llvm.assume(i1 true) ["cold"(), "nonnull"(ptr %x)]
  call void @llvm.assume(i1 true) ["dereferenceable"(ptr %x, i64 4)]
  call void @llvm.assume(i1 true) ["ignore"(ptr undef, i64 10)]
  ret i32 0
}

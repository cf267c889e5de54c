; Assumptions in bundles
declare void @llvm.assume(i1)
define void @f(ptr %p, i32 %x) {
  call void @llvm.assume(i1 true) ["align"(ptr %p, i32 8)]
  call void @llvm.assume(i1 true) ["align"(ptr %p, i32 8, i32 %x), "nonnull"(ptr %p)]
  call void @llvm.assume(i1 true) ["cold"(), "dereferenceable"(ptr %p, i64 8)]
  call void @llvm.assume(i1 true) ["separate_storage"(ptr %p, ptr null)]
  ret void
}

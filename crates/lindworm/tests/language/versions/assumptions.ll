; bundles of llvm.assume in LLVM 23: a size need not be constant
define void @f(ptr %p, ptr %q, i32 %n) {
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i32 %n, i32 4), "dereferenceable"(ptr %p, i32 %n), "dereferenceable_or_null"(ptr %p, i32 %n), "nonnull"(ptr %p), "noundef"(i32 %n), "cold"(), "ignore"(ptr %p, i32 1, i32 2), "separate_storage"(ptr %p, ptr %q) ]
  ret void
}

declare void @llvm.assume(i1)

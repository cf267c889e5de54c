; ModuleID = '<stdin>'
source_filename = "<stdin>"

define void @f(ptr %p, ptr %q, i32 %n) {
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i32 %n, i32 4), "dereferenceable"(ptr %p, i32 %n), "dereferenceable_or_null"(ptr %p, i32 %n), "nonnull"(ptr %p), "noundef"(i32 %n), "cold"(), "ignore"(ptr %p, i32 1, i32 2), "separate_storage"(ptr %p, ptr %q) ]
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #0

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }

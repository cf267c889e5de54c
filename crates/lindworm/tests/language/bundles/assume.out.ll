; ModuleID = '<stdin>'
source_filename = "<stdin>"

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #0

define void @f(ptr %p, i32 %x) {
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i32 8) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i32 8, i32 %x), "nonnull"(ptr %p) ]
  call void @llvm.assume(i1 true) [ "cold"(), "dereferenceable"(ptr %p, i64 8) ]
  call void @llvm.assume(i1 true) [ "separate_storage"(ptr %p, ptr null) ]
  ret void
}

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }

; `dereferenceable` holds where the assumption is, not after.
declare void @llvm.assume(i1)
declare ptr @malloc(i64)
declare void @free(ptr)

define noundef i32 @main() {
  %p = call ptr @malloc(i64 8)
  call void @llvm.assume(i1 true) ["dereferenceable"(ptr %p, i64 8)]
  call void @free(ptr %p)
  ret i32 0
}

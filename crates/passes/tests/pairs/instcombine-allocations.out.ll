target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: allockind("alloc,uninitialized") allocsize(0)
declare ptr @malloc(i64) #0

; Function Attrs: allockind("alloc,zeroed") allocsize(0,1)
declare ptr @calloc(i64, i64) #1

; Function Attrs: allockind("realloc") allocsize(1)
declare ptr @realloc(ptr allocptr, i64) #2

; Function Attrs: allockind("free")
declare void @free(ptr allocptr) #3

declare void @use(ptr)

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #4

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #5

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.objectsize.i64.p0(ptr, i1 immarg, i1 immarg, i1 immarg) #6

declare ptr @other_malloc(i64)

define void @not_an_allocation() {
  %m = call ptr @other_malloc(i64 4)
  ret void
}

define void @only_written(i32 %x) {
  ret void
}

define i32 @only_read() {
  ret i32 0
}

define i1 @only_compared() {
  ret i1 false
}

define void @reallocated(ptr %p) {
  call void @free(ptr %p)
  ret void
}

define i64 @known_size() {
  %m = call dereferenceable_or_null(12) ptr @malloc(i64 12)
  call void @use(ptr %m)
  ret i64 12
}

define void @copy_of_four(ptr %to, ptr %from) {
  %1 = load i32, ptr %from, align 2
  store i32 %1, ptr %to, align 1
  ret void
}

define void @copy_of_five(ptr %to, ptr %from) {
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 1 dereferenceable(5) %to, ptr noundef nonnull align 2 dereferenceable(5) %from, i64 5, i1 false)
  ret void
}

define void @volatile_copy(ptr %to, ptr %from) {
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 4, i1 true)
  ret void
}

define void @fill_of_two(ptr %to) {
  store i16 1799, ptr %to, align 1
  ret void
}

attributes #0 = { allockind("alloc,uninitialized") allocsize(0) "alloc-family"="malloc" }
attributes #1 = { allockind("alloc,zeroed") allocsize(0,1) "alloc-family"="malloc" }
attributes #2 = { allockind("realloc") allocsize(1) "alloc-family"="malloc" }
attributes #3 = { allockind("free") "alloc-family"="malloc" }
attributes #4 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #5 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #6 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

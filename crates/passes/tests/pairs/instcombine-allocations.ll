; passes: instcombine
target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare ptr @malloc(i64) allockind("alloc,uninitialized") allocsize(0) "alloc-family"="malloc"
declare ptr @calloc(i64, i64) allockind("alloc,zeroed") allocsize(0,1) "alloc-family"="malloc"
declare ptr @realloc(ptr allocptr, i64) allockind("realloc") allocsize(1) "alloc-family"="malloc"
declare void @free(ptr allocptr) allockind("free") "alloc-family"="malloc"
declare void @use(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)

declare ptr @other_malloc(i64)

define void @not_an_allocation() {
  %m = call ptr @other_malloc(i64 4)
  ret void
}

define void @only_written(i32 %x) {
  %m = call ptr @malloc(i64 4)
  store i32 %x, ptr %m
  call void @free(ptr %m)
  ret void
}

define i32 @only_read() {
  %m = call ptr @calloc(i64 1, i64 4)
  %v = load i32, ptr %m
  call void @free(ptr %m)
  ret i32 %v
}

define i1 @only_compared() {
  %m = call ptr @malloc(i64 4)
  %r = icmp eq ptr %m, null
  ret i1 %r
}

define void @reallocated(ptr %p) {
  %m = call ptr @realloc(ptr %p, i64 8)
  call void @free(ptr %m)
  ret void
}

define i64 @known_size() {
  %m = call ptr @malloc(i64 12)
  call void @use(ptr %m)
  %r = call i64 @llvm.objectsize.i64.p0(ptr %m, i1 false, i1 false, i1 false)
  ret i64 %r
}

define void @copy_of_four(ptr %to, ptr %from) {
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr align 2 %from, i64 4, i1 false)
  ret void
}

define void @copy_of_five(ptr %to, ptr %from) {
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr align 2 %from, i64 5, i1 false)
  ret void
}

define void @volatile_copy(ptr %to, ptr %from) {
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 4, i1 true)
  ret void
}

define void @fill_of_two(ptr %to) {
  call void @llvm.memset.p0.i64(ptr %to, i8 7, i64 2, i1 false)
  ret void
}

; passes: dse
; Zeroed memory need not be zeroed again.
declare noalias ptr @malloc(i64) allockind("alloc,uninitialized") memory(inaccessiblemem: readwrite)
declare noalias ptr @take(i64) allockind("alloc") "alloc-variant-zeroed"="take_zeroed"
declare noalias ptr @take_zeroed(i64) allockind("alloc,zeroed") memory(inaccessiblemem: readwrite)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @use(ptr)

define ptr @same_block(i64 %n) {
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

define ptr @other_size(i64 %n, i64 %m) {
  %p = call ptr @malloc(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %m, i1 false)
  ret ptr %p
}

define ptr @written_before(i64 %n) {
  %p = call ptr @malloc(i64 %n)
  call void @use(ptr %p)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

define ptr @if_not_null(i64 %n) {
  %p = call ptr @malloc(i64 %n)
  %c = icmp eq ptr %p, null
  br i1 %c, label %done, label %fill
fill:
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  br label %done
done:
  ret ptr %p
}

define ptr @variant(i64 %n) {
  %p = call ptr @take(i64 %n)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret ptr %p
}

define ptr @stored() {
  %p = call ptr @take_zeroed(i64 8)
  store i32 0, ptr %p
  %a = getelementptr i8, ptr %p, i64 4
  store i32 1, ptr %a
  ret ptr %p
}


; Function Attrs: allockind("alloc,uninitialized") memory(inaccessiblemem: readwrite)
declare noalias ptr @malloc(i64) #0

; Function Attrs: allockind("alloc")
declare noalias ptr @take(i64) #1

; Function Attrs: allockind("alloc,zeroed") memory(inaccessiblemem: readwrite)
declare noalias ptr @take_zeroed(i64) #2

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #3

declare void @use(ptr)

define ptr @same_block(i64 %n) {
  %calloc = call ptr @calloc(i64 1, i64 %n)
  ret ptr %calloc
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
  %calloc = call ptr @calloc(i64 1, i64 %n)
  %c = icmp eq ptr %calloc, null
  br i1 %c, label %done, label %fill

fill:
  br label %done

done:
  ret ptr %calloc
}

define ptr @variant(i64 %n) {
  %take_zeroed = call ptr @take_zeroed(i64 %n)
  ret ptr %take_zeroed
}

define ptr @stored() {
  %p = call ptr @take_zeroed(i64 8)
  %a = getelementptr i8, ptr %p, i64 4
  store i32 1, ptr %a, align 4
  ret ptr %p
}

; Function Attrs: nofree nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite)
declare noalias noundef ptr @calloc(i64 noundef, i64 noundef) #4

attributes #0 = { allockind("alloc,uninitialized") memory(inaccessiblemem: readwrite) }
attributes #1 = { allockind("alloc") "alloc-variant-zeroed"="take_zeroed" }
attributes #2 = { allockind("alloc,zeroed") memory(inaccessiblemem: readwrite) }
attributes #3 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #4 = { nofree nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" }

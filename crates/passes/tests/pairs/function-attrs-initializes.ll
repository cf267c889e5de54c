; passes: function-attrs
; Memory that is written before it is read, on all ways, is initialized.

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @use(ptr)

define void @adjacent(ptr %p) {
  store i32 1, ptr %p
  %q = getelementptr i8, ptr %p, i64 4
  store i16 2, ptr %q
  ret void
}

define void @read_first(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 2
  %a = load i16, ptr %q
  store i32 1, ptr %p
  store i16 %a, ptr %q
  ret void
}

define void @both_ways(ptr %p, i1 %c) {
  br i1 %c, label %then, label %else

then:
  store i64 0, ptr %p
  ret void

else:
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 6, i1 false)
  ret void
}

define void @unknown(ptr %p) {
  call void @use(ptr %p)
  store i32 1, ptr %p
  ret void
}

define void @by_callee(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 16
  call void @adjacent(ptr %q)
  ret void
}

; passes: sccp
; What sccp knows of addresses, lossless truncations, volatile loads, vectors, and a switch with one target.
@a = global [4 x i32] zeroinitializer
declare void @use(i1)
declare i32 @llvm.experimental.get.vector.length.i32(i32, i32, i1)
declare <2 x i32> @llvm.ctlz.v2i32(<2 x i32>, i1)

define ptr @address() {
  %p = getelementptr [4 x i32], ptr @a, i64 0, i64 2
  %q = getelementptr i32, ptr %p, i64 1
  ret ptr %q
}

define i1 @distinct() {
  %p = getelementptr i32, ptr @a, i64 1
  %c = icmp eq ptr %p, @a
  ret i1 %c
}

define void @truncated(i8 %x) {
  %t = trunc nuw i8 %x to i1
  br i1 %t, label %yes, label %no
yes:
  %c = icmp ne i8 %x, 0
  call void @use(i1 %c)
  ret void
no:
  %d = icmp ne i8 %x, 0
  call void @use(i1 %d)
  ret void
}

define void @lossy(i8 %x) {
  %t = trunc i8 %x to i1
  br i1 %t, label %yes, label %no
yes:
  ret void
no:
  %d = icmp ne i8 %x, 0
  call void @use(i1 %d)
  ret void
}

define i32 @volatile(ptr %p) {
  %v = load volatile i32, ptr %p, !range !0
  ret i32 %v
}

define i1 @length(i32 %count) {
  %n = call i32 @llvm.experimental.get.vector.length.i32(i32 %count, i32 3, i1 false)
  %c = icmp ule i32 %n, 3
  ret i1 %c
}

define <2 x i32> @zeros(<2 x i32> %x) {
  %a = call <2 x i32> @llvm.ctlz.v2i32(<2 x i32> %x, i1 false)
  %b = call <2 x i32> @llvm.ctlz.v2i32(<2 x i32> %a, i1 true)
  %c = call <2 x i32> @llvm.ctlz.v2i32(<2 x i32> %b, i1 true)
  ret <2 x i32> %c
}

define void @one_target() {
  switch i32 undef, label %to []
to:
  call void @use(i1 true)
  ret void
}

!0 = !{i32 0, i32 1}


@a = global [4 x i32] zeroinitializer

declare void @use(i1)

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.experimental.get.vector.length.i32(i32, i32 immarg, i1 immarg) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x i32> @llvm.ctlz.v2i32(<2 x i32>, i1 immarg) #0

define ptr @address() {
  ret ptr getelementptr inbounds nuw (i8, ptr @a, i64 12)
}

define i1 @distinct() {
  ret i1 false
}

define void @truncated(i8 %x) {
  %t = trunc nuw i8 %x to i1
  br i1 %t, label %yes, label %no

yes:
  call void @use(i1 true)
  ret void

no:
  call void @use(i1 false)
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
  %v = load volatile i32, ptr %p, align 4, !range !0
  ret i32 %v
}

define i1 @length(i32 %count) {
  %n = call i32 @llvm.experimental.get.vector.length.i32(i32 %count, i32 3, i1 false)
  ret i1 true
}

define <2 x i32> @zeros(<2 x i32> %x) {
  %a = call <2 x i32> @llvm.ctlz.v2i32(<2 x i32> %x, i1 false)
  %b = call <2 x i32> @llvm.ctlz.v2i32(<2 x i32> %a, i1 true)
  ret <2 x i32> splat (i32 27)
}

define void @one_target() {
  switch i32 undef, label %to [
  ]

to:
  call void @use(i1 true)
  ret void
}

attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!0 = !{i32 0, i32 1}

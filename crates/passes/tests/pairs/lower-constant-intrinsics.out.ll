
@array = global [10 x i8] zeroinitializer

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn memory(none)
declare i1 @llvm.is.constant.i32(i32) #0

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn memory(none)
declare i1 @llvm.is.constant.p0(ptr) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.objectsize.i64.p0(ptr, i1 immarg, i1 immarg, i1 immarg) #1

declare void @constant()

declare void @variable()

define void @branch(i32 %x) {
  br label %else

else:                                             ; preds = %0
  call void @variable()
  ret void
}

define i1 @number() {
  ret i1 true
}

define i1 @address() {
  ret i1 false
}

define i64 @rest() {
  %p = getelementptr i8, ptr @array, i64 3
  ret i64 7
}

define i64 @least(i1 %c) {
  %a = alloca [4 x i32], align 4
  %p = select i1 %c, ptr %a, ptr @array
  ret i64 10
}

define i64 @greatest(i1 %c) {
  %a = alloca [4 x i32], align 4
  %p = select i1 %c, ptr %a, ptr @array
  ret i64 16
}

define i64 @unknown(ptr %p) {
  ret i64 -1
}

define i64 @before() {
  %p = getelementptr i8, ptr @array, i64 -1
  ret i64 -1
}

attributes #0 = { convergent nocallback nofree nosync nounwind willreturn memory(none) }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

; passes: lower-constant-intrinsics
@array = global [10 x i8] zeroinitializer

declare i1 @llvm.is.constant.i32(i32)
declare i1 @llvm.is.constant.p0(ptr)
declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)
declare void @constant()
declare void @variable()

define void @branch(i32 %x) {
  %c = call i1 @llvm.is.constant.i32(i32 %x)
  br i1 %c, label %then, label %else

then:
  call void @constant()
  ret void

else:
  call void @variable()
  ret void
}

define i1 @number() {
  %c = call i1 @llvm.is.constant.i32(i32 7)
  ret i1 %c
}

define i1 @address() {
  %c = call i1 @llvm.is.constant.p0(ptr @array)
  ret i1 %c
}

define i64 @rest() {
  %p = getelementptr i8, ptr @array, i64 3
  %n = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 false, i1 false, i1 false)
  ret i64 %n
}

define i64 @least(i1 %c) {
  %a = alloca [4 x i32]
  %p = select i1 %c, ptr %a, ptr @array
  %n = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 true, i1 false, i1 false)
  ret i64 %n
}

define i64 @greatest(i1 %c) {
  %a = alloca [4 x i32]
  %p = select i1 %c, ptr %a, ptr @array
  %n = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 false, i1 false, i1 false)
  ret i64 %n
}

define i64 @unknown(ptr %p) {
  %n = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 false, i1 false, i1 false)
  ret i64 %n
}

define i64 @before() {
  %p = getelementptr i8, ptr @array, i64 -1
  %n = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 false, i1 false, i1 false)
  ret i64 %n
}

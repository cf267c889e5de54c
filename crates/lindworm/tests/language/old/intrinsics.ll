; The names of intrinsics lose the types that pointers pointed at
declare void @llvm.memcpy.p0i8.p0i8.i64(i8*, i8*, i64, i1)
declare i64 @llvm.objectsize.i64.p0i8(i8*, i1)
declare void @llvm.lifetime.start.p0i8(i64, i8*)
define void @f(i8* %p, i8* %q) {
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* %p, i8* align 4 %q, i64 8, i1 false)
  %a = alloca i8
  call void @llvm.lifetime.start.p0i8(i64 1, i8* %a)
  %s = call i64 @llvm.objectsize.i64.p0i8(i8* %p, i1 true)
  ret void
}

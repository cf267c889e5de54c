; passes: sroa
define i32 @f(ptr %r, ptr %from) {
  %p = alloca <{ [7 x i8], double }>, align 1
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %p, ptr align 1 %from, i64 15, i1 false)
  %g = getelementptr inbounds nuw i8, ptr %p, i64 1
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %r, ptr align 1 %g, i64 4, i1 false)
  %d = getelementptr inbounds nuw i8, ptr %p, i64 7
  %v = load double, ptr %d, align 1
  %w = fptosi double %v to i32
  ret i32 %w
}

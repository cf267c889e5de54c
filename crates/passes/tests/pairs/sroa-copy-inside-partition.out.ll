
define i32 @f(ptr %r, ptr %from) {
  %p.sroa.0 = alloca [7 x i8], align 1
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %p.sroa.0, ptr align 1 %from, i64 7, i1 false)
  %p.sroa.2.0.from.sroa_idx = getelementptr inbounds i8, ptr %from, i64 7
  %p.sroa.2.0.copyload = load double, ptr %p.sroa.2.0.from.sroa_idx, align 1
  %p.sroa.0.1.g.sroa_idx = getelementptr inbounds i8, ptr %p.sroa.0, i64 1
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %r, ptr align 1 %p.sroa.0.1.g.sroa_idx, i64 4, i1 false)
  %w = fptosi double %p.sroa.2.0.copyload to i32
  ret i32 %w
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #0

attributes #0 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }

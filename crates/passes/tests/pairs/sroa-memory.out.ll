target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-n8:16:32:64"

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #0

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #1

define i32 @fill(i8 %x) {
  %a.sroa.0.0.zext = zext i8 %x to i32
  %a.sroa.0.0.isplat = mul i32 %a.sroa.0.0.zext, 16843009
  %a.sroa.2.0.zext = zext i8 %x to i32
  %a.sroa.2.0.isplat = mul i32 %a.sroa.2.0.zext, 16843009
  %s = add i32 %a.sroa.0.0.isplat, 7
  ret i32 %s
}

define ptr @converted(i64 %i, float %f) {
  %1 = bitcast float %f to i32
  %2 = inttoptr i64 %i to ptr
  %q = getelementptr i8, ptr %2, i32 %1
  ret ptr %q
}

define i64 @copy(ptr %src, ptr %dst) {
  %a.sroa.0.0.copyload = load i64, ptr %src, align 4
  %a.sroa.3.0.src.sroa_idx = getelementptr inbounds i8, ptr %src, i64 8
  %a.sroa.3.0.copyload = load ptr, ptr %a.sroa.3.0.src.sroa_idx, align 4
  store i64 %a.sroa.0.0.copyload, ptr %dst, align 8
  %a.sroa.3.0.dst.sroa_idx = getelementptr inbounds i8, ptr %dst, i64 8
  store ptr %a.sroa.3.0.copyload, ptr %a.sroa.3.0.dst.sroa_idx, align 8
  ret i64 %a.sroa.0.0.copyload
}

define i8 @part(ptr %src, ptr %dst) {
  %a.sroa.0 = alloca [50 x i8], align 1
  %a.sroa.3 = alloca [49 x i8], align 1
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %a.sroa.0, ptr align 1 %src, i64 50, i1 false)
  %a.sroa.2.0.src.sroa_idx = getelementptr inbounds i8, ptr %src, i64 50
  %a.sroa.2.0.copyload = load i8, ptr %a.sroa.2.0.src.sroa_idx, align 1
  %a.sroa.3.0.src.sroa_idx = getelementptr inbounds i8, ptr %src, i64 51
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %a.sroa.3, ptr align 1 %a.sroa.3.0.src.sroa_idx, i64 49, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %dst, ptr align 1 %a.sroa.0, i64 50, i1 false)
  %a.sroa.2.0.dst.sroa_idx = getelementptr inbounds i8, ptr %dst, i64 50
  store i8 %a.sroa.2.0.copyload, ptr %a.sroa.2.0.dst.sroa_idx, align 1
  %a.sroa.3.0.dst.sroa_idx = getelementptr inbounds i8, ptr %dst, i64 51
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %a.sroa.3.0.dst.sroa_idx, ptr align 1 %a.sroa.3, i64 49, i1 false)
  ret i8 %a.sroa.2.0.copyload
}

define i32 @aggregate({ i32, i32 } %x) {
  %x.fca.0.extract = extractvalue { i32, i32 } %x, 0
  %x.fca.1.extract = extractvalue { i32, i32 } %x, 1
  %agg.fca.0.insert = insertvalue { i32, i32 } poison, i32 %x.fca.0.extract, 0
  %agg.fca.1.insert = insertvalue { i32, i32 } %agg.fca.0.insert, i32 %x.fca.1.extract, 1
  %e = extractvalue { i32, i32 } %agg.fca.1.insert, 0
  %s = add i32 %x.fca.1.extract, %e
  ret i32 %s
}

attributes #0 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #1 = { nocallback nofree nounwind willreturn memory(argmem: write) }

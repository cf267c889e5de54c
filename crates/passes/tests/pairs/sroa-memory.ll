; passes: sroa
; Copies and fills of an alloca are split into accesses of its parts; values of one size are converted.
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-f32:32:32-f64:64:64-n8:16:32:64"

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define i32 @fill(i8 %x) {
  %a = alloca { i32, i32 }
  call void @llvm.memset.p0.i64(ptr %a, i8 %x, i64 8, i1 false)
  %q = getelementptr i8, ptr %a, i64 4
  store i32 7, ptr %q
  %v = load i32, ptr %a
  %w = load i32, ptr %q
  %s = add i32 %v, %w
  ret i32 %s
}

define ptr @converted(i64 %i, float %f) {
  %a = alloca i64
  %b = alloca i32
  store i64 %i, ptr %a
  store float %f, ptr %b
  %n = load i32, ptr %b
  %p = load ptr, ptr %a
  %q = getelementptr i8, ptr %p, i32 %n
  ret ptr %q
}

define i64 @copy(ptr %src, ptr %dst) {
  %a = alloca { i64, ptr }
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %a, ptr align 4 %src, i64 16, i1 false)
  %v = load i64, ptr %a
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %dst, ptr align 8 %a, i64 16, i1 false)
  ret i64 %v
}

define i8 @part(ptr %src, ptr %dst) {
  %a = alloca [100 x i8]
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %src, i64 100, i1 false)
  %p = getelementptr i8, ptr %a, i64 50
  %v = load i8, ptr %p
  call void @llvm.memcpy.p0.p0.i64(ptr %dst, ptr %a, i64 100, i1 false)
  ret i8 %v
}

define i32 @aggregate({ i32, i32 } %x) {
  %a = alloca { i32, i32 }
  store { i32, i32 } %x, ptr %a
  %q = getelementptr i8, ptr %a, i64 4
  %v = load i32, ptr %q
  %agg = load { i32, i32 }, ptr %a
  %e = extractvalue { i32, i32 } %agg, 0
  %s = add i32 %v, %e
  ret i32 %s
}

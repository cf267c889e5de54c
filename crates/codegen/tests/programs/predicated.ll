; Vector-predicated intrinsics, fixed-point numbers, results in memory, compressed vectors.
@format = private constant [19 x i8] c"%d %d %d %d %d %d\0A\00"
@floats_format = private constant [16 x i8] c"%g %g %g %g %d\0A\00"
declare i32 @printf(ptr, ...)
declare <4 x i32> @llvm.vp.add.v4i32(<4 x i32>, <4 x i32>, <4 x i1>, i32)
declare <4 x i32> @llvm.vp.sdiv.v4i32(<4 x i32>, <4 x i32>, <4 x i1>, i32)
declare <4 x i32> @llvm.vp.merge.v4i32(<4 x i1>, <4 x i32>, <4 x i32>, i32)
declare <4 x i1> @llvm.vp.icmp.v4i32(<4 x i32>, <4 x i32>, metadata, <4 x i1>, i32)
declare <4 x i64> @llvm.vp.sext.v4i64.v4i32(<4 x i32>, <4 x i1>, i32)
declare i32 @llvm.vp.reduce.add.v4i32(i32, <4 x i32>, <4 x i1>, i32)
declare i32 @llvm.vp.reduce.smax.v4i32(i32, <4 x i32>, <4 x i1>, i32)
declare <4 x i32> @llvm.vp.load.v4i32.p0(ptr, <4 x i1>, i32)
declare void @llvm.vp.store.v4i32.p0(<4 x i32>, ptr, <4 x i1>, i32)
declare i32 @llvm.smul.fix.i32(i32, i32, i32 immarg)
declare i32 @llvm.umul.fix.sat.i32(i32, i32, i32 immarg)
declare i16 @llvm.sdiv.fix.i16(i16, i16, i32 immarg)
declare i16 @llvm.sdiv.fix.sat.i16(i16, i16, i32 immarg)
declare i32 @llvm.smul.fix.sat.i32(i32, i32, i32 immarg)
declare { double, i32 } @llvm.frexp.f64.i32(double)
declare { double, double } @llvm.modf.f64(double)
declare { float, float } @llvm.sincos.f32(float)
define void @predicated(<4 x i32> %a, <4 x i32> %b, <4 x i1> %m, i32 %n, ptr %p) {
  %sum = call <4 x i32> @llvm.vp.add.v4i32(<4 x i32> %a, <4 x i32> %b, <4 x i1> splat (i1 true), i32 4)
  %q = call <4 x i32> @llvm.vp.sdiv.v4i32(<4 x i32> %a, <4 x i32> %b, <4 x i1> %m, i32 %n)
  %r = call <4 x i32> @llvm.vp.merge.v4i32(<4 x i1> %m, <4 x i32> %q, <4 x i32> %sum, i32 %n)
  %c = call <4 x i1> @llvm.vp.icmp.v4i32(<4 x i32> %a, <4 x i32> %r, metadata !"sgt", <4 x i1> splat (i1 true), i32 4)
  call void @llvm.vp.store.v4i32.p0(<4 x i32> %r, ptr align 4 %p, <4 x i1> %c, i32 4)
  %l = call <4 x i32> @llvm.vp.load.v4i32.p0(ptr align 4 %p, <4 x i1> splat (i1 true), i32 4)
  %x = call i32 @llvm.vp.reduce.add.v4i32(i32 100, <4 x i32> %l, <4 x i1> %m, i32 %n)
  %y = call i32 @llvm.vp.reduce.smax.v4i32(i32 -100, <4 x i32> %r, <4 x i1> %m, i32 3)
  %w = call <4 x i64> @llvm.vp.sext.v4i64.v4i32(<4 x i32> %r, <4 x i1> splat (i1 true), i32 4)
  %w3 = extractelement <4 x i64> %w, i32 3
  %w4 = trunc i64 %w3 to i32
  %r0 = extractelement <4 x i32> %r, i32 0
  %r1 = extractelement <4 x i32> %r, i32 1
  %r2 = extractelement <4 x i32> %r, i32 2
  call i32 (ptr, ...) @printf(ptr @format, i32 %x, i32 %y, i32 %w4, i32 %r0, i32 %r1, i32 %r2)
  ret void
}
define void @fixed(i32 %a, i32 %b, i16 %c, i16 %d) {
  %a1 = ashr i32 %a, 16
  %c1 = ashr i16 %c, 4
  %1 = call i32 @llvm.smul.fix.i32(i32 %a1, i32 %b, i32 16)
  %2 = call i32 @llvm.umul.fix.sat.i32(i32 %a, i32 %b, i32 8)
  %3 = call i16 @llvm.sdiv.fix.i16(i16 %c1, i16 %d, i32 4)
  %4 = call i16 @llvm.sdiv.fix.sat.i16(i16 %c, i16 %d, i32 14)
  %5 = call i32 @llvm.smul.fix.sat.i32(i32 %a, i32 %b, i32 2)
  %e3 = sext i16 %3 to i32
  %e4 = sext i16 %4 to i32
  call i32 (ptr, ...) @printf(ptr @format, i32 %1, i32 %2, i32 %e3, i32 %e4, i32 %5, i32 0)
  ret void
}
define i32 @main() {
  %p = alloca [4 x i32], align 16
  store <4 x i32> <i32 1, i32 2, i32 3, i32 4>, ptr %p
  call void @predicated(<4 x i32> <i32 100, i32 -50, i32 7, i32 9>, <4 x i32> <i32 7, i32 0, i32 -2, i32 0>, <4 x i1> <i1 1, i1 0, i1 1, i1 1>, i32 3, ptr %p)
  call void @fixed(i32 98304, i32 -163840, i16 100, i16 48)
  call void @fixed(i32 2147483647, i32 2147483647, i16 -32768, i16 3)
  call void @fixed(i32 -2147483648, i32 3, i16 101, i16 -7)
  %f = call { double, i32 } @llvm.frexp.f64.i32(double 40.0)
  %f0 = extractvalue { double, i32 } %f, 0
  %f1 = extractvalue { double, i32 } %f, 1
  %m = call { double, double } @llvm.modf.f64(double -3.25)
  %m0 = extractvalue { double, double } %m, 0
  %m1 = extractvalue { double, double } %m, 1
  %s = call { float, float } @llvm.sincos.f32(float 0.0)
  %s1 = extractvalue { float, float } %s, 1
  %s2 = fpext float %s1 to double
  call i32 (ptr, ...) @printf(ptr @floats_format, double %f0, double %m0, double %m1, double %s2, i32 %f1)
  ret i32 0
}

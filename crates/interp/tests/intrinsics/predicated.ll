; Vector predication: lanes that a mask and a length leave out.

; = <11, poison, 33, poison>
define <4 x i32> @add() {
  %r = call <4 x i32> @llvm.vp.add.v4i32(<4 x i32> <i32 1, i32 2, i32 3, i32 4>, <4 x i32> <i32 10, i32 20, i32 30, i32 40>, <4 x i1> <i1 1, i1 0, i1 1, i1 1>, i32 3)
  ret <4 x i32> %r
}

; vscale 1 = <0, poison>
; vscale 2 = <0, 2, 4, poison>
define <vscale x 2 x i8> @add_scalable() {
  %s = call <vscale x 2 x i8> @llvm.stepvector.nxv2i8()
  %n = call i32 @llvm.vscale.i32()
  %double = shl i32 %n, 1
  %length = sub i32 %double, 1
  %r = call <vscale x 2 x i8> @llvm.vp.add.nxv2i8(<vscale x 2 x i8> %s, <vscale x 2 x i8> %s, <vscale x 2 x i1> splat (i1 true), i32 %length)
  ret <vscale x 2 x i8> %r
}

; Lanes that are left out do not divide.
; = <poison, 5, poison, poison>
define <4 x i32> @divide() {
  %r = call <4 x i32> @llvm.vp.sdiv.v4i32(<4 x i32> <i32 1, i32 10, i32 3, i32 4>, <4 x i32> <i32 0, i32 2, i32 poison, i32 0>, <4 x i1> <i1 0, i1 1, i1 0, i1 1>, i32 3)
  ret <4 x i32> %r
}

; = UB0101
define <2 x i32> @divide_by_zero() {
  %r = call <2 x i32> @llvm.vp.udiv.v2i32(<2 x i32> <i32 1, i32 10>, <2 x i32> <i32 1, i32 0>, <2 x i1> splat (i1 true), i32 2)
  ret <2 x i32> %r
}

; = UB0713
define <2 x i32> @too_long() {
  %r = call <2 x i32> @llvm.vp.add.v2i32(<2 x i32> <i32 1, i32 10>, <2 x i32> <i32 1, i32 0>, <2 x i1> splat (i1 true), i32 3)
  ret <2 x i32> %r
}

; = UB0713
define <2 x i32> @poison_length() {
  %r = call <2 x i32> @llvm.vp.add.v2i32(<2 x i32> <i32 1, i32 10>, <2 x i32> <i32 1, i32 0>, <2 x i1> splat (i1 true), i32 poison)
  ret <2 x i32> %r
}

; = <poison, 10>
define <2 x i32> @poison_mask() {
  %r = call <2 x i32> @llvm.vp.add.v2i32(<2 x i32> <i32 1, i32 10>, <2 x i32> <i32 1, i32 0>, <2 x i1> <i1 poison, i1 1>, i32 2)
  ret <2 x i32> %r
}

; = <-2.5, poison>
define <2 x double> @negate() {
  %r = call <2 x double> @llvm.vp.fneg.v2f64(<2 x double> <double 2.5, double 1.0>, <2 x i1> splat (i1 true), i32 1)
  ret <2 x double> %r
}

; = <7.0, poison>
define <2 x double> @fused() {
  %r = call <2 x double> @llvm.vp.fma.v2f64(<2 x double> <double 2.0, double 1.0>, <2 x double> <double 3.0, double 1.0>, <2 x double> <double 1.0, double 1.0>, <2 x i1> splat (i1 true), i32 1)
  ret <2 x double> %r
}

; = <-1, 0, poison>
define <3 x i1> @compare() {
  %r = call <3 x i1> @llvm.vp.icmp.v3i32(<3 x i32> <i32 -1, i32 2, i32 3>, <3 x i32> <i32 1, i32 1, i32 4>, metadata !"slt", <3 x i1> <i1 1, i1 1, i1 0>, i32 3)
  ret <3 x i1> %r
}

; = <-1, 0, poison>
define <3 x i1> @compare_floats() {
  %r = call <3 x i1> @llvm.vp.fcmp.v3f32(<3 x float> <float 0x7FF8000000000000, float 2.0, float 1.0>, <3 x float> splat (float 3.0), metadata !"uno", <3 x i1> <i1 1, i1 1, i1 0>, i32 3)
  ret <3 x i1> %r
}

; = <-1, poison>
define <2 x i32> @extend() {
  %r = call <2 x i32> @llvm.vp.sext.v2i32.v2i8(<2 x i8> <i8 -1, i8 1>, <2 x i1> splat (i1 true), i32 1)
  ret <2 x i32> %r
}

; = <1, poison>
define <2 x i8> @truncate() {
  %r = call <2 x i8> @llvm.vp.trunc.v2i8.v2i32(<2 x i32> <i32 257, i32 1>, <2 x i1> splat (i1 true), i32 1)
  ret <2 x i8> %r
}

; The rounding towards zero, not the cast.
; = <-1.0, 1.0>
define <2 x float> @round_to_zero() {
  %r = call <2 x float> @llvm.vp.roundtozero.v2f32(<2 x float> <float -1.5, float 1.5>, <2 x i1> splat (i1 true), i32 2)
  ret <2 x float> %r
}

; = <8, poison>
define <2 x i8> @leading_zeros() {
  %r = call <2 x i8> @llvm.vp.ctlz.v2i8(<2 x i8> zeroinitializer, i1 false, <2 x i1> <i1 1, i1 0>, i32 2)
  ret <2 x i8> %r
}

; = <-1, 0>
define <2 x i1> @class() {
  %r = call <2 x i1> @llvm.vp.is.fpclass.v2f64(<2 x double> <double 0.0, double 1.0>, i32 96, <2 x i1> splat (i1 true), i32 2)
  ret <2 x i1> %r
}

; = <2, poison>
define <2 x i64> @pointer_to_int() {
  %p = inttoptr <2 x i64> <i64 2, i64 3> to <2 x ptr>
  %r = call <2 x i64> @llvm.vp.ptrtoint.v2i64.v2p0(<2 x ptr> %p, <2 x i1> splat (i1 true), i32 1)
  ret <2 x i64> %r
}

; Masks are not needed past the length.
; = <1, 20, 3, poison>
define <4 x i32> @select() {
  %r = call <4 x i32> @llvm.vp.select.v4i32(<4 x i1> <i1 1, i1 0, i1 1, i1 poison>, <4 x i32> <i32 1, i32 2, i32 3, i32 4>, <4 x i32> <i32 10, i32 20, i32 30, i32 40>, i32 3)
  ret <4 x i32> %r
}

; = <1, 20, 30, 40>
define <4 x i32> @merge() {
  %r = call <4 x i32> @llvm.vp.merge.v4i32(<4 x i1> <i1 1, i1 0, i1 1, i1 poison>, <4 x i32> <i32 1, i32 2, i32 3, i32 4>, <4 x i32> <i32 10, i32 20, i32 30, i32 40>, i32 2)
  ret <4 x i32> %r
}

; = 111
define i32 @reduce_add() {
  %r = call i32 @llvm.vp.reduce.add.v4i32(i32 100, <4 x i32> <i32 1, i32 poison, i32 10, i32 poison>, <4 x i1> <i1 1, i1 0, i1 1, i1 1>, i32 3)
  ret i32 %r
}

; = 100
define i32 @reduce_nothing() {
  %r = call i32 @llvm.vp.reduce.mul.v2i32(i32 100, <2 x i32> zeroinitializer, <2 x i1> splat (i1 true), i32 0)
  ret i32 %r
}

; = poison
define i32 @reduce_poison_mask() {
  %r = call i32 @llvm.vp.reduce.add.v2i32(i32 100, <2 x i32> zeroinitializer, <2 x i1> <i1 1, i1 poison>, i32 2)
  ret i32 %r
}

; One after the other: the small numbers are lost.
; = 10000000.0
define float @reduce_fadd() {
  %r = call float @llvm.vp.reduce.fadd.v3f32(float 1.0e+7, <3 x float> splat (float 0.25), <3 x i1> splat (i1 true), i32 3)
  ret float %r
}

; = 3.0
define float @reduce_fmax() {
  %r = call float @llvm.vp.reduce.fmax.v3f32(float 0x7FF8000000000000, <3 x float> <float 3.0, float 4.0, float 2.0>, <3 x i1> <i1 1, i1 0, i1 1>, i32 3)
  ret float %r
}

; = -5
define i8 @reduce_smin() {
  %r = call i8 @llvm.vp.reduce.smin.v3i8(i8 1, <3 x i8> <i8 -5, i8 -6, i8 9>, <3 x i1> <i1 1, i1 0, i1 1>, i32 3)
  ret i8 %r
}

; = <3, poison, 1, poison>
define <4 x i32> @reverse() {
  %r = call <4 x i32> @llvm.experimental.vp.reverse.v4i32(<4 x i32> <i32 1, i32 2, i32 3, i32 4>, <4 x i1> <i1 1, i1 0, i1 1, i1 1>, i32 3)
  ret <4 x i32> %r
}

; = <2, 5, 6, poison>
define <4 x i32> @splice() {
  %r = call <4 x i32> @llvm.experimental.vp.splice.v4i32(<4 x i32> <i32 1, i32 2, i32 3, i32 4>, <4 x i32> <i32 5, i32 6, i32 7, i32 8>, i32 1, <4 x i1> splat (i1 true), i32 2, i32 3)
  ret <4 x i32> %r
}

; = <2, 3, poison, poison>
define <4 x i32> @splice_trailing() {
  %r = call <4 x i32> @llvm.experimental.vp.splice.v4i32(<4 x i32> <i32 1, i32 2, i32 3, i32 4>, <4 x i32> <i32 5, i32 6, i32 7, i32 8>, i32 -2, <4 x i1> splat (i1 true), i32 3, i32 2)
  ret <4 x i32> %r
}

; = UB0714
define <2 x i32> @splice_outside() {
  %r = call <2 x i32> @llvm.experimental.vp.splice.v2i32(<2 x i32> zeroinitializer, <2 x i32> zeroinitializer, i32 -2, <2 x i1> splat (i1 true), i32 1, i32 2)
  ret <2 x i32> %r
}

; = 2
define i32 @trailing_zeros() {
  %r = call i32 @llvm.vp.cttz.elts.i32.v4i8(<4 x i8> <i8 0, i8 1, i8 1, i8 0>, i1 false, <4 x i1> <i1 1, i1 0, i1 1, i1 1>, i32 4)
  ret i32 %r
}

; = 2
define i32 @trailing_zeros_none() {
  %r = call i32 @llvm.vp.cttz.elts.i32.v4i8(<4 x i8> <i8 0, i8 0, i8 1, i8 0>, i1 false, <4 x i1> splat (i1 true), i32 2)
  ret i32 %r
}

; = poison
define i32 @trailing_zeros_none_poison() {
  %r = call i32 @llvm.vp.cttz.elts.i32.v4i8(<4 x i8> <i8 0, i8 0, i8 1, i8 0>, i1 true, <4 x i1> splat (i1 true), i32 2)
  ret i32 %r
}

; Wider lanes than a register.
; = <3, poison>
define <2 x i128> @add_wide() {
  %r = call <2 x i128> @llvm.vp.add.v2i128(<2 x i128> <i128 1, i128 1>, <2 x i128> <i128 2, i128 2>, <2 x i1> <i1 1, i1 0>, i32 2)
  ret <2 x i128> %r
}

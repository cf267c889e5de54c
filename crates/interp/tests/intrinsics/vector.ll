; Masks, searches, and lanes that move by what the operands are.

; = <-1, -1, 0, 0>
define <4 x i1> @active_lane_mask() {
  %r = call <4 x i1> @llvm.get.active.lane.mask.v4i1.i32(i32 6, i32 8)
  ret <4 x i1> %r
}

; = <0, 0>
define <2 x i1> @active_lane_mask_none() {
  %r = call <2 x i1> @llvm.get.active.lane.mask.v2i1.i32(i32 9, i32 8)
  ret <2 x i1> %r
}

; The sum of base and lane does not wrap.
; = <-1, 0, 0>
define <3 x i1> @active_lane_mask_end() {
  %r = call <3 x i1> @llvm.get.active.lane.mask.v3i1.i8(i8 254, i8 255)
  ret <3 x i1> %r
}

; = <poison, poison>
define <2 x i1> @active_lane_mask_poison() {
  %r = call <2 x i1> @llvm.get.active.lane.mask.v2i1.i8(i8 0, i8 poison)
  ret <2 x i1> %r
}

; vscale 1 = 3
; vscale 2 = 6
; vscale 4 = 7
define i32 @vector_length() {
  %r = call i32 @llvm.experimental.get.vector.length.i64(i64 7, i32 3, i1 true)
  ret i32 %r
}

; = 2
define i32 @vector_length_fixed() {
  %r = call i32 @llvm.experimental.get.vector.length.i16(i16 7, i32 2, i1 false)
  ret i32 %r
}

; = <2, 4, 30, 40>
define <4 x i32> @compress() {
  %r = call <4 x i32> @llvm.experimental.vector.compress.v4i32(<4 x i32> <i32 1, i32 2, i32 3, i32 4>, <4 x i1> <i1 0, i1 1, i1 0, i1 1>, <4 x i32> <i32 10, i32 20, i32 30, i32 40>)
  ret <4 x i32> %r
}

; = <poison, poison>
define <2 x i32> @compress_poison() {
  %r = call <2 x i32> @llvm.experimental.vector.compress.v2i32(<2 x i32> <i32 1, i32 2>, <2 x i1> <i1 0, i1 poison>, <2 x i32> <i32 10, i32 20>)
  ret <2 x i32> %r
}

; = <undef, undef>
define <2 x i32> @compress_undef() {
  %r = call <2 x i32> @llvm.experimental.vector.compress.v2i32(<2 x i32> <i32 1, i32 2>, <2 x i1> <i1 0, i1 undef>, <2 x i32> <i32 10, i32 20>)
  ret <2 x i32> %r
}

; = <-1, 0, 0, poison>
define <4 x i1> @match() {
  %r = call <4 x i1> @llvm.experimental.vector.match.v4i8.v2i8(<4 x i8> <i8 1, i8 2, i8 3, i8 poison>, <2 x i8> <i8 3, i8 1>, <4 x i1> <i1 1, i1 1, i1 0, i1 1>)
  ret <4 x i1> %r
}

; = 3
define i32 @last_active() {
  %r = call i32 @llvm.experimental.vector.extract.last.active.v4i32(<4 x i32> <i32 1, i32 2, i32 3, i32 4>, <4 x i1> <i1 1, i1 0, i1 1, i1 0>, i32 9)
  ret i32 %r
}

; = 9
define i32 @last_active_none() {
  %r = call i32 @llvm.experimental.vector.extract.last.active.v4i32(<4 x i32> <i32 1, i32 2, i32 3, i32 4>, <4 x i1> zeroinitializer, i32 9)
  ret i32 %r
}

; = 2
define i8 @trailing_zeros() {
  %r = call i8 @llvm.experimental.cttz.elts.i8.v4i1(<4 x i1> <i1 0, i1 0, i1 1, i1 0>, i1 false)
  ret i8 %r
}

; = 4
define i8 @trailing_zeros_none() {
  %r = call i8 @llvm.experimental.cttz.elts.i8.v4i32(<4 x i32> zeroinitializer, i1 false)
  ret i8 %r
}

; = poison
define i8 @trailing_zeros_none_poison() {
  %r = call i8 @llvm.experimental.cttz.elts.i8.v4i32(<4 x i32> zeroinitializer, i1 true)
  ret i8 %r
}

; = UB0720
define i2 @trailing_zeros_narrow() {
  %r = call i2 @llvm.experimental.cttz.elts.i2.v4i32(<4 x i32> splat (i32 1), i1 false)
  ret i2 %r
}

; What is stored is two lanes ahead of what was loaded.
; = <-1, -1, 0, 0>
define <4 x i1> @write_after_read() {
  %r = call <4 x i1> @llvm.loop.dependence.war.mask.v4i1(ptr getelementptr (i8, ptr @g, i64 8), ptr getelementptr (i8, ptr @g, i64 16), i64 4)
  ret <4 x i1> %r
}

; = <-1, -1, -1, -1>
define <4 x i1> @write_before_read() {
  %r = call <4 x i1> @llvm.loop.dependence.war.mask.v4i1(ptr getelementptr (i8, ptr @g, i64 16), ptr getelementptr (i8, ptr @g, i64 8), i64 4)
  ret <4 x i1> %r
}

; = <-1, -1, 0, 0>
define <4 x i1> @read_after_write() {
  %r = call <4 x i1> @llvm.loop.dependence.raw.mask.v4i1(ptr getelementptr (i8, ptr @g, i64 16), ptr getelementptr (i8, ptr @g, i64 8), i64 4)
  ret <4 x i1> %r
}

; = <poison, poison>
define <2 x i1> @dependence_wraps() {
  %r = call <2 x i1> @llvm.loop.dependence.raw.mask.v2i1(ptr inttoptr (i64 -4 to ptr), ptr inttoptr (i64 -8 to ptr), i64 4)
  ret <2 x i1> %r
}

@g = global [32 x i8] zeroinitializer

; The second row and the first column: 2 * 7 + 5 * 8 + 0 * 9.
; = <76, 54, 100, 70>
define <4 x i32> @multiply() {
  %r = call <4 x i32> @llvm.matrix.multiply.v4i32.v6i32.v6i32(<6 x i32> <i32 1, i32 2, i32 3, i32 5, i32 5, i32 0>, <6 x i32> <i32 7, i32 8, i32 9, i32 10, i32 10, i32 12>, i32 2, i32 3, i32 2)
  ret <4 x i32> %r
}

; = <1.5>
define <1 x double> @multiply_floats() {
  %r = call <1 x double> @llvm.matrix.multiply.v1f64.v2f64.v2f64(<2 x double> <double 1.0, double 0.25>, <2 x double> <double 1.0, double 2.0>, i32 1, i32 2, i32 1)
  ret <1 x double> %r
}

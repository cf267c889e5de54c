; Lanes put elsewhere.

; = <4, 3, 2, 1>
define <4 x i32> @reverse() {
  %r = call <4 x i32> @llvm.vector.reverse.v4i32(<4 x i32> <i32 1, i32 2, i32 3, i32 4>)
  ret <4 x i32> %r
}

; vscale 1 = <1, 0>
; vscale 2 = <3, 2, 1, 0>
define <vscale x 2 x i64> @reverse_scalable() {
  %s = call <vscale x 2 x i64> @llvm.stepvector.nxv2i64()
  %r = call <vscale x 2 x i64> @llvm.vector.reverse.nxv2i64(<vscale x 2 x i64> %s)
  ret <vscale x 2 x i64> %r
}

; = <null, poison>
define <2 x ptr> @reverse_pointers() {
  %r = call <2 x ptr> @llvm.vector.reverse.v2p0(<2 x ptr> <ptr poison, ptr null>)
  ret <2 x ptr> %r
}

; = <2, 3, 4, 5>
define <4 x i32> @splice_left() {
  %r = call <4 x i32> @llvm.vector.splice.left.v4i32(<4 x i32> <i32 1, i32 2, i32 3, i32 4>, <4 x i32> <i32 5, i32 6, i32 7, i32 8>, i32 1)
  ret <4 x i32> %r
}

; = <4, 5, 6, 7>
define <4 x i32> @splice_right() {
  %r = call <4 x i32> @llvm.vector.splice.right.v4i32(<4 x i32> <i32 1, i32 2, i32 3, i32 4>, <4 x i32> <i32 5, i32 6, i32 7, i32 8>, i32 1)
  ret <4 x i32> %r
}

; = <5, 6, 7, 8>
define <4 x i32> @splice_right_by_nothing() {
  %r = call <4 x i32> @llvm.vector.splice.right.v4i32(<4 x i32> <i32 1, i32 2, i32 3, i32 4>, <4 x i32> <i32 5, i32 6, i32 7, i32 8>, i32 0)
  ret <4 x i32> %r
}

; = <3, 4>
define <2 x i32> @extract() {
  %r = call <2 x i32> @llvm.vector.extract.v2i32.v4i32(<4 x i32> <i32 1, i32 2, i32 3, i32 4>, i64 2)
  ret <2 x i32> %r
}

; Beyond the end, which only shows when it runs.
; vscale 1 = <poison, poison>
; vscale 2 = <2, 3>
define <2 x i32> @extract_past_end() {
  %s = call <vscale x 2 x i32> @llvm.stepvector.nxv2i32()
  %r = call <2 x i32> @llvm.vector.extract.v2i32.nxv2i32(<vscale x 2 x i32> %s, i64 2)
  ret <2 x i32> %r
}

; vscale 1 = <2, 3>
; vscale 2 = <4, 5, 6, 7>
define <vscale x 2 x i32> @extract_scalable() {
  %s = call <vscale x 4 x i32> @llvm.stepvector.nxv4i32()
  %r = call <vscale x 2 x i32> @llvm.vector.extract.nxv2i32.nxv4i32(<vscale x 4 x i32> %s, i64 2)
  ret <vscale x 2 x i32> %r
}

; = <1, 2, 8, 9>
define <4 x i32> @insert() {
  %r = call <4 x i32> @llvm.vector.insert.v4i32.v2i32(<4 x i32> <i32 1, i32 2, i32 3, i32 4>, <2 x i32> <i32 8, i32 9>, i64 2)
  ret <4 x i32> %r
}

; vscale 1 = <0, 1, 0, 1>
; vscale 2 = <0, 1, 2, 3, 0, 1, 2, 3>
define <vscale x 4 x i32> @insert_scalable() {
  %s = call <vscale x 4 x i32> @llvm.stepvector.nxv4i32()
  %p = call <vscale x 2 x i32> @llvm.stepvector.nxv2i32()
  %r = call <vscale x 4 x i32> @llvm.vector.insert.nxv4i32.nxv2i32(<vscale x 4 x i32> %s, <vscale x 2 x i32> %p, i64 2)
  ret <vscale x 4 x i32> %r
}

; vscale 1 = <poison, poison>
; vscale 2 = <0, 1, 7, 8>
define <vscale x 2 x i32> @insert_past_end() {
  %s = call <vscale x 2 x i32> @llvm.stepvector.nxv2i32()
  %r = call <vscale x 2 x i32> @llvm.vector.insert.nxv2i32.v2i32(<vscale x 2 x i32> %s, <2 x i32> <i32 7, i32 8>, i64 2)
  ret <vscale x 2 x i32> %r
}

; = <1, 3, 5, 2, 4, 6>
define <6 x i32> @interleave() {
  %r = call <6 x i32> @llvm.vector.interleave3.v6i32(<2 x i32> <i32 1, i32 2>, <2 x i32> <i32 3, i32 4>, <2 x i32> <i32 5, i32 6>)
  ret <6 x i32> %r
}

; = {<1, 3, 5>, <2, 4, 6>}
define {<3 x i32>, <3 x i32>} @deinterleave() {
  %r = call {<3 x i32>, <3 x i32>} @llvm.vector.deinterleave2.v6i32(<6 x i32> <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6>)
  ret {<3 x i32>, <3 x i32>} %r
}

; vscale 1 = {<0>, <1>, <2>, <3>, <4>, <5>, <6>, <7>}
; vscale 2 = {<0, 8>, <1, 9>, <2, 10>, <3, 11>, <4, 12>, <5, 13>, <6, 14>, <7, 15>}
define {<vscale x 1 x i8>, <vscale x 1 x i8>, <vscale x 1 x i8>, <vscale x 1 x i8>, <vscale x 1 x i8>, <vscale x 1 x i8>, <vscale x 1 x i8>, <vscale x 1 x i8>} @deinterleave_scalable() {
  %s = call <vscale x 8 x i8> @llvm.stepvector.nxv8i8()
  %r = call {<vscale x 1 x i8>, <vscale x 1 x i8>, <vscale x 1 x i8>, <vscale x 1 x i8>, <vscale x 1 x i8>, <vscale x 1 x i8>, <vscale x 1 x i8>, <vscale x 1 x i8>} @llvm.vector.deinterleave8.nxv8i8(<vscale x 8 x i8> %s)
  ret {<vscale x 1 x i8>, <vscale x 1 x i8>, <vscale x 1 x i8>, <vscale x 1 x i8>, <vscale x 1 x i8>, <vscale x 1 x i8>, <vscale x 1 x i8>, <vscale x 1 x i8>} %r
}

; Wider lanes than a register.
; = <1, 3, 2, 4>
define <4 x i128> @interleave_wide() {
  %r = call <4 x i128> @llvm.vector.interleave2.v4i128(<2 x i128> <i128 1, i128 2>, <2 x i128> <i128 3, i128 4>)
  ret <4 x i128> %r
}

; A matrix of two rows and three columns.
; = <1, 3, 5, 2, 4, 6>
define <6 x i32> @transpose() {
  %r = call <6 x i32> @llvm.matrix.transpose.v6i32(<6 x i32> <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6>, i32 2, i32 3)
  ret <6 x i32> %r
}

; vscale 1 = 1
; vscale 4 = 4
define i64 @vscale() {
  %r = call i64 @llvm.vscale.i64()
  ret i64 %r
}

; vscale 1 = 1
; vscale 4 = poison
define i2 @vscale_narrow() {
  %r = call i2 @llvm.vscale.i2()
  ret i2 %r
}

; vscale 4 = 4
define i128 @vscale_wide() {
  %r = call i128 @llvm.vscale.i128()
  ret i128 %r
}

; vscale 1 = <0, 1, 2>
; vscale 2 = <0, 1, 2, 3, 4, 5>
define <vscale x 3 x i16> @stepvector() {
  %r = call <vscale x 3 x i16> @llvm.stepvector.nxv3i16()
  ret <vscale x 3 x i16> %r
}

; Each lane of the first, and of the second every other.
; = <16, poison>
define <2 x i32> @partial_reduce_add() {
  %r = call <2 x i32> @llvm.vector.partial.reduce.add.v2i32.v6i32(<2 x i32> <i32 1, i32 2>, <6 x i32> <i32 3, i32 4, i32 5, i32 poison, i32 7, i32 8>)
  ret <2 x i32> %r
}

; = <4.5, 6.0>
define <2 x float> @partial_reduce_fadd() {
  %r = call <2 x float> @llvm.vector.partial.reduce.fadd.v2f32.v4f32(<2 x float> <float 0.5, float 0.0>, <4 x float> <float 1.0, float 2.0, float 3.0, float 4.0>)
  ret <2 x float> %r
}

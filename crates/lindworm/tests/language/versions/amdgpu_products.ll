; The factors of AMD's matrix products have no modifiers from LLVM 23 on.
define <8 x half> @f(<16 x half> %a, <8 x half> %c) {
  %r = call <8 x half> @llvm.amdgcn.wmma.f16.16x16x32.f16.v8f16.v16f16(i1 false, <16 x half> %a, i1 false, <16 x half> %a, i16 1, <8 x half> %c, i1 false, i1 true)
  ret <8 x half> %r
}

define <8 x bfloat> @g(<16 x bfloat> %a, <8 x float> %c) {
  %r = call <8 x bfloat> @llvm.amdgcn.wmma.bf16f32.16x16x32.bf16.v8bf16.v16bf16.v8f32(i1 false, <16 x bfloat> %a, i1 false, <16 x bfloat> %a, i16 0, <8 x float> %c, i1 false, i1 true)
  ret <8 x bfloat> %r
}

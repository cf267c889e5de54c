; ModuleID = '<stdin>'
source_filename = "<stdin>"

define <8 x half> @f(<16 x half> %a, <8 x half> %c) {
  %r = call <8 x half> @llvm.amdgcn.wmma.f16.16x16x32.f16.v8f16.v16f16(<16 x half> %a, <16 x half> %a, i16 1, <8 x half> %c, i1 false, i1 true)
  ret <8 x half> %r
}

define <8 x bfloat> @g(<16 x bfloat> %a, <8 x float> %c) {
  %r = call <8 x bfloat> @llvm.amdgcn.wmma.bf16f32.16x16x32.bf16.v8bf16.v16bf16.v8f32(<16 x bfloat> %a, <16 x bfloat> %a, i16 0, <8 x float> %c, i1 false, i1 true)
  ret <8 x bfloat> %r
}

; Function Attrs: convergent nocallback nofree nounwind willreturn memory(none)
declare <8 x bfloat> @llvm.amdgcn.wmma.bf16f32.16x16x32.bf16.v8bf16.v16bf16.v8f32(<16 x bfloat>, <16 x bfloat>, i16 immarg, <8 x float>, i1 immarg, i1 immarg) #0

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare <8 x half> @llvm.amdgcn.wmma.f16.16x16x32.f16.v8f16.v16f16(<16 x half>, <16 x half>, i16 immarg, <8 x half>, i1 immarg, i1 immarg) #1

attributes #0 = { convergent nocallback nofree nounwind willreturn memory(none) }
attributes #1 = { convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none) }

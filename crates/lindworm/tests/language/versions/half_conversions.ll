; LLVM 23 has no intrinsics for the bits of half.
declare i16 @llvm.convert.to.fp16.f32(float)
declare double @llvm.convert.from.fp16.f64(i16)
declare <4 x i16> @llvm.aarch64.neon.vcvtfp2hf(<4 x float>)
define double @f(float %x, <4 x float> %v) {
  %bits = call i16 @llvm.convert.to.fp16.f32(float %x)
  %four = call <4 x i16> @llvm.aarch64.neon.vcvtfp2hf(<4 x float> %v)
  %back = call double @llvm.convert.from.fp16.f64(i16 %bits)
  ret double %back
}

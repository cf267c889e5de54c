; A masked access that had its alignment as an argument keeps its fast-math flags in LLVM 23.
declare <4 x float> @llvm.masked.load.v4f32.p0(ptr, i32, <4 x i1>, <4 x float>)
define <4 x float> @f(ptr %p, <4 x i1> %m, <4 x float> %v) {
  %r = call fast <4 x float> @llvm.masked.load.v4f32.p0(ptr %p, i32 4, <4 x i1> %m, <4 x float> %v)
  ret <4 x float> %r
}

; ModuleID = '<stdin>'
source_filename = "<stdin>"

define <4 x float> @f(ptr %p, <4 x i1> %m, <4 x float> %v) {
  %r = call <4 x float> @llvm.masked.load.v4f32.p0(ptr align 4 %p, <4 x i1> %m, <4 x float> %v)
  ret <4 x float> %r
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare <4 x float> @llvm.masked.load.v4f32.p0(ptr captures(none), <4 x i1>, <4 x float>) #0

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(argmem: read) }

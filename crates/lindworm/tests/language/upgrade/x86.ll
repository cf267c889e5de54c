; Intrinsics of x86 that became plain instructions
declare <4 x i32> @llvm.x86.sse2.pcmpeq.d(<4 x i32>, <4 x i32>)
declare <2 x double> @llvm.x86.sse2.sqrt.pd(<2 x double>)
declare <16 x i8> @llvm.x86.sse2.padds.b(<16 x i8>, <16 x i8>)
define <4 x i32> @f(<4 x i32> %a, <4 x i32> %b, <2 x double> %c, <16 x i8> %d) {
  %x = call <4 x i32> @llvm.x86.sse2.pcmpeq.d(<4 x i32> %a, <4 x i32> %b)
  %y = call <2 x double> @llvm.x86.sse2.sqrt.pd(<2 x double> %c)
  %z = call <16 x i8> @llvm.x86.sse2.padds.b(<16 x i8> %d, <16 x i8> %d)
  ret <4 x i32> %x
}

; In LLVM 23, what takes the place of a call has the call's fast-math flags.
declare <8 x double> @llvm.x86.avx512.mask3.vfmsubadd.pd.512(<8 x double>, <8 x double>, <8 x double>, i8, i32)
define <8 x double> @f(<8 x double> %a, <8 x double> %b, <8 x double> %c, i8 %m) {
  %r = call fast <8 x double> @llvm.x86.avx512.mask3.vfmsubadd.pd.512(<8 x double> %a, <8 x double> %b, <8 x double> %c, i8 %m, i32 4)
  ret <8 x double> %r
}

; ModuleID = '<stdin>'
source_filename = "<stdin>"

define <8 x double> @f(<8 x double> %a, <8 x double> %b, <8 x double> %c, i8 %m) {
  %1 = fneg fast <8 x double> %c
  %2 = call fast <8 x double> @llvm.x86.avx512.vfmaddsub.pd.512(<8 x double> %a, <8 x double> %b, <8 x double> %1, i32 4)
  %3 = bitcast i8 %m to <8 x i1>
  %4 = select fast <8 x i1> %3, <8 x double> %2, <8 x double> %c
  ret <8 x double> %4
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare <8 x double> @llvm.x86.avx512.vfmaddsub.pd.512(<8 x double>, <8 x double>, <8 x double>, i32 immarg) #0

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(none) }

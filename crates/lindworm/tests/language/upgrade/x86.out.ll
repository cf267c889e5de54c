; ModuleID = '<stdin>'
source_filename = "<stdin>"

define <4 x i32> @f(<4 x i32> %a, <4 x i32> %b, <2 x double> %c, <16 x i8> %d) {
  %1 = icmp eq <4 x i32> %a, %b
  %2 = sext <4 x i1> %1 to <4 x i32>
  %3 = call <2 x double> @llvm.sqrt.v2f64(<2 x double> %c)
  %4 = call <16 x i8> @llvm.sadd.sat.v16i8(<16 x i8> %d, <16 x i8> %d)
  ret <4 x i32> %2
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x double> @llvm.sqrt.v2f64(<2 x double>) #0

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <16 x i8> @llvm.sadd.sat.v16i8(<16 x i8>, <16 x i8>) #0

attributes #0 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

; ModuleID = '<stdin>'
source_filename = "<stdin>"

define i32 @f(i32 %x) {
  %1 = call i32 @llvm.ctlz.i32(i32 %x, i1 false)
  %2 = call i32 @llvm.cttz.i32(i32 %1, i1 false)
  ret i32 %2
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.ctlz.i32(i32, i1 immarg) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.cttz.i32(i32, i1 immarg) #0

attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

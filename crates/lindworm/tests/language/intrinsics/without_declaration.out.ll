; ModuleID = '<stdin>'
source_filename = "<stdin>"

define i32 @f(i32 %x) {
  %y = call i32 @llvm.smax.i32(i32 %x, i32 0)
  ret i32 %y
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smax.i32(i32, i32) #0

attributes #0 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

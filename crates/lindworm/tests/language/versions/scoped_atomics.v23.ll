; ModuleID = '<stdin>'
source_filename = "<stdin>"

define i32 @f(ptr %p, float %x, i32 %i) {
  %1 = atomicrmw fadd ptr %p, float %x syncscope("block") monotonic, align 4
  %2 = atomicrmw max ptr %p, i32 %i monotonic, align 4
  %3 = call i32 @llvm.pdep.i32(i32 %2, i32 %i)
  ret i32 %3
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.pdep.i32(i32, i32) #0

attributes #0 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

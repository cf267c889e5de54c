; ModuleID = '<stdin>'
source_filename = "<stdin>"

define i32 @f(ptr %p, float %x, i32 %i, i16 %bits) {
  %1 = atomicrmw fadd ptr %p, float %x syncscope("device") monotonic, align 4
  %abs = call i32 @llvm.abs.i32(i32 %i, i1 true)
  %2 = bitcast i16 %bits to half
  %3 = fpext half %2 to float
  %4 = cmpxchg ptr %p, i32 %i, i32 %abs syncscope("block") monotonic monotonic, align 4
  %5 = extractvalue { i32, i1 } %4, 0
  ret i32 %5
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.abs.i32(i32, i1 immarg) #0

attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

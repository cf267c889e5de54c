; ModuleID = '<stdin>'
source_filename = "<stdin>"

%named = type { i32 }

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare ptr @llvm.preserve.struct.access.index.p0.p0(ptr, i32 immarg, i32 immarg) #0

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare %named @llvm.ssa.copy.s_nameds(%named returned) #0

define void @f(ptr %p, %named %n) {
  %1 = call ptr @llvm.preserve.struct.access.index.p0.p0(ptr elementtype(%named) %p, i32 0, i32 0)
  %2 = call %named @llvm.ssa.copy.s_nameds(%named returned %n)
  ret void
}

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(none) }

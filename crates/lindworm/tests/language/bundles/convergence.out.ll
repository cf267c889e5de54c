; ModuleID = '<stdin>'
source_filename = "<stdin>"

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn memory(none)
declare token @llvm.experimental.convergence.entry() #0

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn memory(none)
declare token @llvm.experimental.convergence.anchor() #0

; Function Attrs: convergent nocallback nofree nosync nounwind willreturn memory(none)
declare token @llvm.experimental.convergence.loop() #0

; Function Attrs: convergent
declare void @g() #1

; Function Attrs: convergent
define void @f() #1 {
  %t = call token @llvm.experimental.convergence.entry()
  call void @g() #1 [ "convergencectrl"(token %t) ]
  ret void
}

attributes #0 = { convergent nocallback nofree nosync nounwind willreturn memory(none) }
attributes #1 = { convergent }

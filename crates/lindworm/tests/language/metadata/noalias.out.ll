; ModuleID = '<stdin>'
source_filename = "<stdin>"

define void @f(ptr %p) {
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  %1 = load float, ptr %p, align 4, !alias.scope !3
  store float %1, ptr %p, align 4, !noalias !3
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.experimental.noalias.scope.decl(metadata) #0

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }

!0 = !{!1}
!1 = distinct !{!1, !2, !"scope1"}
!2 = distinct !{!2, !"domain"}
!3 = !{!1, !4}
!4 = distinct !{!4, !2}

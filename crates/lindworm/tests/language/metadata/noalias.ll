; Scopes of noalias
define void @f(ptr %p) {
  call void @llvm.experimental.noalias.scope.decl(metadata !5)
  %1 = load float, ptr %p, align 4, !alias.scope !3
  store float %1, ptr %p, align 4, !noalias !3
  ret void
}
declare void @llvm.experimental.noalias.scope.decl(metadata)
!0 = distinct !{!0, !"domain"}
!1 = distinct !{!1, !0, !"scope1"}
!2 = distinct !{!2, !0}
!3 = !{!1, !2}
!5 = !{!1}

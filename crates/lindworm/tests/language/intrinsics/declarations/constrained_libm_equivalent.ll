; Declarations of: Constrained libm-equivalent Intrinsics
declare void @llvm.experimental.noalias.scope.decl(metadata)

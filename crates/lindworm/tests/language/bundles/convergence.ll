; Tokens of convergence control
declare token @llvm.experimental.convergence.entry()
declare token @llvm.experimental.convergence.anchor()
declare token @llvm.experimental.convergence.loop()
declare void @g() convergent
define void @f() convergent {
  %t = call token @llvm.experimental.convergence.entry()
  call void @g() convergent [ "convergencectrl"(token %t) ]
  ret void
}

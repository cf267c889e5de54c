; metadata loses an intrinsic that is not declared, and is distinct from then on
define void @f() !a !0 {
  ret void
}
!0 = !{ptr @llvm.nothing, i32 1}
define void @g() {
  call void @llvm.donothing()
  ret void
}
!1 = !{!2, ptr @llvm.donothing}
!2 = !{ptr @g}
!n = !{!1}

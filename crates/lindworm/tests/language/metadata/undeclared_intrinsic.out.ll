; ModuleID = '<stdin>'
source_filename = "<stdin>"

define void @f() !a !2 {
  ret void
}

define void @g() {
  call void @llvm.donothing()
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare void @llvm.donothing() #0

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(none) }

!n = !{!0}

!0 = distinct !{!1, null}
!1 = !{ptr @g}
!2 = distinct !{null, i32 1}

; ModuleID = '<stdin>'
source_filename = "<stdin>"

define void @f() {
  ret void
}

!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 1}

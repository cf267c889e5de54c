; ModuleID = '<stdin>'
source_filename = "<stdin>"

define void @f() !prof !2 {
  call void @g(), !x !1
  ret void
}

declare void @g()

!named = !{!0, !1}

!0 = !{!"four"}
!1 = !{!"nine", !0}
!2 = !{!"function_entry_count", i64 1}

; ModuleID = '<stdin>'
source_filename = "<stdin>"

declare !srcloc !0 void @g()

define void @f() !prof !1 !callback !2 {
  ret void
}

!0 = !{i32 1}
!1 = !{!"function_entry_count", i64 3}
!2 = !{!3}
!3 = !{i64 0, i64 -1, i1 true}

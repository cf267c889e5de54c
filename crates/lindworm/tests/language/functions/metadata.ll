; Metadata of functions, also of declarations
declare !srcloc !0 void @g()
define void @f() !callback !1 !prof !2 {
  ret void
}
!0 = !{i32 1}
!1 = !{!3}
!2 = !{!"function_entry_count", i64 3}
!3 = !{i64 0, i64 -1, i1 true}

; Nodes come out renumbered in the order in which they are used
define void @f() !prof !8 {
  call void @g(), !x !9
  ret void
}
declare void @g()
!named = !{!4, !9}
!4 = !{!"four"}
!8 = !{!"function_entry_count", i64 1}
!9 = !{!"nine", !4}
!99 = !{!"unused"}

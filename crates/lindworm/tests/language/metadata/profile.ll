; Weights of branches, calls and entries
declare void @g()
define void @f(i1 %c, i32 %x) !prof !0 {
  br i1 %c, label %a, label %b, !prof !1
a:
  switch i32 %x, label %b [ i32 1, label %a
                            i32 2, label %b ], !prof !2
b:
  %s = select i1 %c, i32 %x, i32 0, !prof !1, !unpredictable !4
  call void @g(), !prof !3
  ret void
}
!0 = !{!"function_entry_count", i64 100}
!1 = !{!"branch_weights", i32 5, i32 7}
!2 = !{!"branch_weights", i32 1, i32 2, i32 3}
!3 = !{!"VP", i32 0, i64 10, i64 123, i64 10}
!4 = !{}

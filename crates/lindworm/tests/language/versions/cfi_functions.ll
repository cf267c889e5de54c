; LLVM 23 adds the hash that names a function in summaries.
!cfi.functions = !{!0, !1}
!0 = !{!"main", i8 0}
!1 = !{!"other", i8 1, !2}
!2 = !{i64 0, !"type"}

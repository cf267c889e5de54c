; Nodes written where they are used come out numbered
define void @f(ptr %p) {
  %1 = load i32, ptr %p, align 4, !range !{i32 0, i32 5}, !tbaa !{!{!"int", !{!"root"}}, !{!"int", !{!"root"}}, i64 0}
  ret void, !x !{}
}

; Blocks, with the predecessors of each as a comment
define void @f(i1 %c, i32 %n) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %join
b:
  switch i32 %n, label %join [
    i32 1, label %a
    i32 2, label %join
  ]
join:
  br label %join
dead:
  unreachable
}

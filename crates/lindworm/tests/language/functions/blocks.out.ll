; ModuleID = '<stdin>'
source_filename = "<stdin>"

define void @f(i1 %c, i32 %n) {
entry:
  br i1 %c, label %a, label %b

a:                                                ; preds = %b, %entry
  br label %join

b:                                                ; preds = %entry
  switch i32 %n, label %join [
    i32 1, label %a
    i32 2, label %join
  ]

join:                                             ; preds = %join, %b, %b, %a
  br label %join

dead:                                             ; No predecessors!
  unreachable
}

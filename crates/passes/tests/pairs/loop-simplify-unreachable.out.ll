
define void @f(i1 %c) {
entry:
  br label %header

header:                                           ; preds = %body, %entry
  br i1 %c, label %body, label %exit

dead:                                             ; No predecessors!
  unreachable

body:                                             ; preds = %header
  br i1 false, label %header, label %exit

exit:                                             ; preds = %body, %header
  ret void
}

; passes: loop-simplify
; A block that control cannot get to does not branch into the middle of a loop; a branch on undef leaves the loop.
define void @f(i1 %c) {
entry:
  br label %header

header:
  br i1 %c, label %body, label %exit

dead:
  br label %body

body:
  br i1 undef, label %header, label %exit

exit:
  ret void
}

; passes: loop-simplify
; A preheader for a header with two ways in, one back edge for two, and an exit of the loop's own.
define i32 @f(i1 %a, i1 %b, i1 %c) {
entry:
  br i1 %a, label %header, label %other

other:
  br i1 %b, label %header, label %exit

header:
  %x = phi i32 [ 0, %entry ], [ 1, %other ], [ 2, %header ], [ %y, %body ]
  br i1 %b, label %header, label %body

body:
  %y = add i32 %x, 1
  br i1 %c, label %header, label %exit

exit:
  %r = phi i32 [ 5, %other ], [ %y, %body ]
  ret i32 %r
}

; passes: debugify
; Each instruction gets a line of its own, and each value a variable.
define i32 @f(i32 %x) {
entry:
  %y = add i32 %x, 1
  br label %end

end:
  %p = phi i32 [ %y, %entry ]
  ret i32 %p
}

define internal void @nothing() {
  ret void
}


define i32 @f(i1 %c, i32 %n) {
entry:
  br label %loop

loop:                                             ; preds = %latch, %entry
  br label %latch

latch:                                            ; preds = %loop
  br i1 %c, label %loop, label %end

end:                                              ; preds = %latch
  ret i32 1
}

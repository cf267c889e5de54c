
define i32 @f(i32 %a, i32 %b) {
entry:
  br label %end

one:                                              ; No predecessors!
  br label %two

two:                                              ; preds = %one
  br label %end

end:                                              ; preds = %entry, %two
  ret i32 %b
}

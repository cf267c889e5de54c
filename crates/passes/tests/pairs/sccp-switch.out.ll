
define i32 @f(i32 %n) {
entry:
  br label %three

three:                                            ; preds = %entry
  %a = select i1 true, i32 %n, i32 7
  br label %end

end:                                              ; preds = %three
  ret i32 %a
}

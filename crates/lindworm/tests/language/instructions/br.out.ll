; ModuleID = '<stdin>'
source_filename = "<stdin>"

define i32 @f(i32 %a, i32 %b) {
Test:
  %cond = icmp eq i32 %a, %b
  br i1 %cond, label %IfEqual, label %IfUnequal

IfEqual:                                          ; preds = %Test
  ret i32 1

IfUnequal:                                        ; preds = %Test
  ret i32 0
}

; ModuleID = '<stdin>'
source_filename = "<stdin>"

define i32 @f(i32 %0, i32 %1) {
  %3 = add i32 %0, %1
  br label %4

4:                                                ; preds = %2
  %5 = mul i32 %3, 2
  ret i32 %5
}

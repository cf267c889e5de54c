; ModuleID = '<stdin>'
source_filename = "<stdin>"

define void @f(i1 %c) {
  br i1 %c, label %true, label %i32

true:                                             ; preds = %0
  br label %-1x

i32:                                              ; preds = %0
  br label %-1x

-1x:                                              ; preds = %i32, %true
  br label %-1

-1:                                               ; preds = %-1x
  ret void
}

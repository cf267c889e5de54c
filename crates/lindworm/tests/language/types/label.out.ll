; ModuleID = '<stdin>'
source_filename = "<stdin>"

define void @f() {
  br label %next

next:                                             ; preds = %0
  ret void
}

; ModuleID = '<stdin>'
source_filename = "<stdin>"

@0 = global i32 1
@1 = global ptr @0

define i32 @f() {
  %1 = add i32 1, 2
  %2 = add i32 %1, 3
  br label %3

3:                                                ; preds = %0
  ret i32 %2
}

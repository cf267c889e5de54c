; ModuleID = '<stdin>'
source_filename = "<stdin>"

define i32 @f() {
  br label %second

first:                                            ; preds = %second
  %r = add i32 %v, 1
  ret i32 %r

second:                                           ; preds = %0
  %v = add i32 1, 2
  br label %first
}

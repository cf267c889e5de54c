; ModuleID = '<stdin>'
source_filename = "<stdin>"

define i32 @f(i32 %x) {
x2:
  %y = add i32 %x, 1
  ret i32 %y
}

; ModuleID = '<stdin>'
source_filename = "<stdin>"

define i32 @f(i32 %x) {
  %a = add i32 %x, 1
  %b = add i32 %a, %x
  %c = add i32 %b, %x
  ret i32 %c
}

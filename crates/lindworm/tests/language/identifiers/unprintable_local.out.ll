; ModuleID = '<stdin>'
source_filename = "<stdin>"

define i32 @f(i32 %"a\02b") {
"\FF":
  %0 = add i32 %"a\02b", 1
  ret i32 1
}

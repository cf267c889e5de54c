; ModuleID = '<stdin>'
source_filename = "<stdin>"

define void @f(i32 %named, i32 %0, i32 %1, ptr %other) {
  ret void
}

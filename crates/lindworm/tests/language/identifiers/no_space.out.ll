; ModuleID = '<stdin>'
source_filename = "<stdin>"

@a = global i32 5
@b = global [2 x i32] [i32 1, i32 2]

define i32 @f(i32 %x) {
  %y = add i32 %x, 1
  ret i32 %y
}

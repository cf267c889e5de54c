; ModuleID = '<stdin>'
source_filename = "<stdin>"

declare void @g(ptr)

define i32 @f(ptr %p) {
  %x = call i32 @g(ptr %p)
  ret i32 %x
}

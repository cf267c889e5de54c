; ModuleID = '<stdin>'
source_filename = "<stdin>"

declare void @g(i32, i32)

define void @f() {
  call void @g(i32 1)
  %x = call i8 @g(i64 1, i32 2, i32 3)
  ret void
}

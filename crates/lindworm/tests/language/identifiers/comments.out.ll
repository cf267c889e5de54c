; ModuleID = '<stdin>'
source_filename = "<stdin>"

@a = global i32 0

define void @f() {
  ret void
}

; ModuleID = '<stdin>'
source_filename = "<stdin>"

@g = global i32 0

define void @f() {
  ret void
}

; ModuleID = '<stdin>'
source_filename = "<stdin>"

define void @f() {
  unreachable
}

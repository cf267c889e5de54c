; ModuleID = '<stdin>'
source_filename = "<stdin>"

@a = hidden global i32 0
@b = protected global i32 0
@c = global i32 0
@d = external hidden global i32

declare hidden void @e()

define protected void @f() {
  ret void
}

; ModuleID = '<stdin>'
source_filename = "<stdin>"

@a = dso_local global i32 0
@b = global i32 0
@c = internal global i32 0
@d = hidden global i32 0
@e = external dso_local global i32
@h = internal global i32 0

declare dso_local void @f()

define dso_local void @g() {
  ret void
}

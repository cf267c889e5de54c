; ModuleID = '<stdin>'
source_filename = "<stdin>"

@a = global ptr dso_local_equivalent @f
@b = global ptr no_cfi @f
@c = global ptr dso_local_equivalent @later

declare void @f()

define void @later() {
  ret void
}

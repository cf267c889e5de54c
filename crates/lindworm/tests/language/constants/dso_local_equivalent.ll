; dso_local_equivalent and no_cfi of functions
declare void @f()
@a = global ptr dso_local_equivalent @f
@b = global ptr no_cfi @f
@c = global ptr dso_local_equivalent @later
define void @later() {
  ret void
}

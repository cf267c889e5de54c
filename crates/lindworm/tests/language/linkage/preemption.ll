; dso_local is said, or follows from linkage or visibility and is not said then
@a = dso_local global i32 0
@b = dso_preemptable global i32 0
@c = internal global i32 0
@d = hidden global i32 0
@e = external dso_local global i32
declare dso_local void @f()
define dso_local void @g() {
  ret void
}
@h = internal dso_local global i32 0

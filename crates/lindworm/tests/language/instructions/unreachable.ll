; unreachable
define void @f() {
  unreachable
}

; denormal_fpenv: a mode for all types, or one for float, or both; the second kind of a mode is that of operands
define void @all() denormal_fpenv(preservesign) {
  ret void
}

define void @two_kinds() denormal_fpenv(ieee|positivezero) {
  ret void
}

define void @only_float() denormal_fpenv(float: dynamic|ieee) {
  ret void
}

define void @both() denormal_fpenv(dynamic, float: preservesign) {
  ret void
}

define void @same() denormal_fpenv(ieee, float: ieee) {
  ret void
}

define void @dead(ptr dead_on_return(8) %p, ptr dead_on_return(4294967296) noalias %q) noipa flatten {
  ret void
}

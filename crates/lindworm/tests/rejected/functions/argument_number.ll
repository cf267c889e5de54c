; 3:24: argument expected to be numbered '%6' or greater
; Numbers of arguments do not go back
define void @f(i32 %5, i32 %3) {
  ret void
}

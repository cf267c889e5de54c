; 5:3: instruction expected to be numbered '%6' or greater
; Numbers of instructions do not go back
define void @f() {
  %5 = add i32 1, 2
  %3 = add i32 1, 2
  ret void
}

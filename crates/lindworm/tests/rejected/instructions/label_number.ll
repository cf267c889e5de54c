; 7:1: label expected to be numbered '6' or greater
; Numbers of labels do not go back
define void @f() {
  br label %5
5:
  br label %2
2:
  ret void
}

; 5:1: found end of file when expecting more instructions
; A body ends with a brace
define void @f() {
  ret void

; 4:24: invalid use of function-local name
; A node holds nothing local
define void @f(i32 %x) {
  ret void, !foo !{i32 %x}
}

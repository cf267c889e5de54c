; 4:14: indirectbr address must have pointer type
; indirectbr goes to an address
define void @f(i32 %x) {
  indirectbr i32 %x, []
}

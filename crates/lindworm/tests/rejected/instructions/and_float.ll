; 4:12: instruction requires integer or integer vector operands
; and is of integers
define void @f(float %x) {
  %y = and float %x, %x
  ret void
}

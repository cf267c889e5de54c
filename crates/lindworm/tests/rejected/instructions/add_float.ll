; 4:12: invalid operand type for instruction
; add is of integers
define void @f(float %x) {
  %y = add float %x, %x
  ret void
}

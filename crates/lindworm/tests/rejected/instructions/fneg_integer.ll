; 4:13: invalid operand type for instruction
; fneg is of floating-point numbers
define void @f(i32 %x) {
  %y = fneg i32 %x
  ret void
}

; 4:13: invalid operand type for instruction
; fadd is of floating-point numbers
define void @f(i32 %x) {
  %y = fadd i32 %x, %x
  ret void
}

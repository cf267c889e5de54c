; 4:17: fcmp requires floating point operands
; fcmp is of floating-point numbers
define void @f(i32 %x) {
  %y = fcmp oeq i32 %x, %x
  ret void
}

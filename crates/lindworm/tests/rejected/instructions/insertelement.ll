; 4:22: invalid insertelement operands
; insertelement puts in what the vector has
define void @f(<2 x i32> %s) {
  %x = insertelement <2 x i32> %s, i8 1, i32 0
  ret void
}

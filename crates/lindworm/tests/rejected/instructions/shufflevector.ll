; 4:22: invalid shufflevector operands
; A mask chooses from two vectors
define void @f(<2 x i32> %s) {
  %x = shufflevector <2 x i32> %s, <2 x i32> %s, <2 x i32> <i32 0, i32 9>
  ret void
}

; 5:3: value only has one use
; A value of one use has no order
define i32 @f(i32 %x) {
  ret i32 %x
  uselistorder i32 %x, { 1, 0 }
}

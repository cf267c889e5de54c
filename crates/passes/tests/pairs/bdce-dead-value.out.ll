
define i32 @f(i32 %x, i32 %y) {
  %a = shl i32 0, 16
  %b = or i32 %a, %y
  %c = lshr i32 %b, 1
  %d = and i32 %c, 255
  ret i32 %d
}

; passes: bdce
; A value of which no bit is needed is zero where it is used, and users lose what they promise.
define i32 @f(i32 %x, i32 %y) {
  %a = shl i32 %x, 16
  %b = or i32 %a, %y
  %c = lshr exact i32 %b, 1
  %d = and i32 %c, 255
  ret i32 %d
}

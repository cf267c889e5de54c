; passes: bdce
; Bits that nothing needs: a sign that is cut off, a mask, an operand whose bits are shifted out.
define i8 @f(i8 %x, i16 %y) {
  %wide = sext i8 %x to i32
  %masked = and i32 %wide, 255
  %narrow = trunc i32 %masked to i8
  %high = shl i16 %y, 8
  %sum = add nsw i16 %high, 3
  %low = trunc i16 %sum to i8
  %r = add i8 %narrow, %low
  ret i8 %r
}

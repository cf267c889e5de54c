
define i8 @f(i8 %x, i16 %y) {
  %wide1 = zext i8 %x to i32
  %narrow = trunc i32 %wide1 to i8
  %high = shl i16 0, 8
  %sum = add i16 %high, 3
  %low = trunc i16 %sum to i8
  %r = add i8 %narrow, %low
  ret i8 %r
}

; How a number is extended on its way to a function is between caller and processor: the value is the same.
define signext i8 @f(i8 signext %a, i8 zeroext %b, i8 inreg %c) {
  %x = add i8 %a, %b
  %y = add i8 %x, %c
  ret i8 %y
}

define noundef i32 @main() {
  %r = call signext i8 @f(i8 signext -1, i8 zeroext 255, i8 inreg 7)
  %wide = sext i8 %r to i32
  %status = sub i32 %wide, 5
  ret i32 %status
}

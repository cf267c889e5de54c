; A use-list order that is the order of the text leaves no directive
define i32 @f(i32 %x) {
  %a = add i32 %x, 1
  %b = add i32 %a, %x
  %c = add i32 %b, %x
  ret i32 %c
  uselistorder i32 %x, { 2, 1, 0 }
}

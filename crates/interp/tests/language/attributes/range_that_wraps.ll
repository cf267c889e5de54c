; A range may wrap.
define i32 @look(i8 noundef range(i8 -2, 2) %x) {
  ret i32 0
}

define noundef i32 @main() {
  %a = call i32 @look(i8 noundef -2)
  %b = call i32 @look(i8 noundef 1)
  %r = or i32 %a, %b
  ret i32 %r
}

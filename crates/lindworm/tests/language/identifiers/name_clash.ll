; A value that would take the name of another gets a number behind its name
define i32 @f(i32 %x) {
x2:
  %y = add i32 %x, 1
  ret i32 %y
}

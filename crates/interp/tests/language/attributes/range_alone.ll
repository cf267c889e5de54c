; A number outside of `range` is poison.
define i32 @look(i32 range(i32 0, 4) %x) {
  switch i32 %x, label %end [ i32 1, label %end ] ; UB0303
end:
  ret i32 0
}

define noundef i32 @main() {
  %r = call i32 @look(i32 4)
  ret i32 %r
}

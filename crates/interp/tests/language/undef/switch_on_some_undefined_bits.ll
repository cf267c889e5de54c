; A `switch` on a value of which some bits are undefined is undefined behaviour.
define noundef i32 @main() {
  %x = and i32 undef, 255
  switch i32 %x, label %end [ i32 300, label %end ] ; UB0304
end:
  ret i32 0
}

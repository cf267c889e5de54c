; A shift by the width or more gives poison.
define noundef i32 @main() {
  %x = lshr i8 1, 8
  switch i8 %x, label %end [ i8 1, label %end ] ; UB0303
end:
  ret i32 0
}

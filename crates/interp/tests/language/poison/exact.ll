; A division with `exact` that leaves a rest gives poison.
define noundef i32 @main() {
  %x = udiv exact i8 7, 2
  switch i8 %x, label %end [ i8 1, label %end ] ; UB0303
end:
  ret i32 0
}

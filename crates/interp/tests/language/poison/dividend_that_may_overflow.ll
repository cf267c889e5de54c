; A poison dividend may be the smallest number, and the divisor is -1.
define noundef i32 @main() {
  %x = sdiv i32 poison, -1 ; UB0102
  ret i32 0
}

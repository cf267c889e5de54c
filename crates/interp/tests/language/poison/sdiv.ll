; The divisor of `sdiv` must not be poison.
define noundef i32 @main() {
  %x = sdiv i32 1, poison ; UB0103
  ret i32 0
}

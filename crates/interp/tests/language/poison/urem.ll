; The divisor of `urem` must not be poison.
define noundef i32 @main() {
  %x = urem i32 1, poison ; UB0103
  ret i32 0
}

; The divisor of `udiv` must not be poison.
define noundef i32 @main() {
  %x = udiv i32 1, poison ; UB0103
  ret i32 0
}

; The divisor of `srem` must not be poison, in any lane.
define noundef i32 @main() {
  %x = srem <2 x i32> <i32 1, i32 1>, <i32 1, i32 poison> ; UB0103
  ret i32 0
}

; An undefined divisor is, as it may be zero.
define noundef i32 @main() {
  %b = sdiv i32 6, undef ; UB0104
  ret i32 0
}
